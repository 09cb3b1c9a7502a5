import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { point } from '../../../../test/events';
import { useLongPress } from './use-long-press';

const onHold = jest.fn();
const onClick = jest.fn();

function Example() {
  const held = useLongPress(onHold);
  return (
    <>
      <button type="button" {...held} onClick={onClick}>
        Picture
      </button>
      <button type="button" onPointerDown={(event) => event.stopPropagation()} onClick={onClick}>
        Handle
      </button>
    </>
  );
}

const image = () => screen.getByRole('button', { name: 'Picture' });
const AT = { clientX: 100, clientY: 100 };
/** Whether the browser was kept from opening its menu. */
const menuIsKeptAway = () => {
  const event = createEvent.contextMenu(image());
  fireEvent(image(), event);
  return event.defaultPrevented;
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  render(<Example />);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('an image that a finger is held on', () => {
  it('tells while the finger is still down, and lifting it is no click', () => {
    point(image(), 'pointerDown', AT);
    jest.advanceTimersByTime(499);
    expect(onHold).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onHold).toHaveBeenCalledTimes(1);
    expect(menuIsKeptAway()).toBe(true);
    point(image(), 'pointerUp', AT);
    fireEvent.click(image());
    expect(onClick).not.toHaveBeenCalled();
    point(image(), 'pointerDown', AT);
    point(image(), 'pointerUp', AT);
    fireEvent.click(image());
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('takes no click from what is pressed next, even where that keeps its pointer to itself', () => {
    point(image(), 'pointerDown', AT);
    jest.advanceTimersByTime(500);
    point(image(), 'pointerUp', AT);
    const handle = screen.getByRole('button', { name: 'Handle' });
    point(handle, 'pointerDown', AT);
    fireEvent.click(handle);
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('selects no text and is not dragged', () => {
    const isDragged = () => fireEvent.dragStart(image());
    expect(isDragged()).toBe(true);
    point(image(), 'pointerDown', AT);
    expect(isDragged()).toBe(false);
    point(image(), 'pointerUp', AT);
    expect(isDragged()).toBe(true);
  });

  it('means nothing with a second finger', () => {
    point(image(), 'pointerDown', { ...AT, isPrimary: false });
    jest.advanceTimersByTime(2_000);
    expect(onHold).not.toHaveBeenCalled();
  });

  it.each([
    ['moves on', () => point(image(), 'pointerMove', { ...AT, clientY: 130 })],
    ['leaves', () => point(image(), 'pointerUp', AT)],
    ['is taken by the browser for scrolling', () => point(image(), 'pointerCancel', AT)],
  ])('tells nothing when it %s', (_, happens) => {
    point(image(), 'pointerDown', AT);
    jest.advanceTimersByTime(200);
    happens();
    jest.advanceTimersByTime(2_000);
    expect(onHold).not.toHaveBeenCalled();
  });

  it('tells of a finger that trembles', () => {
    point(image(), 'pointerDown', AT);
    point(image(), 'pointerMove', { ...AT, clientX: 106 });
    jest.advanceTimersByTime(500);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('means nothing with a mouse, whose menu opens', () => {
    point(image(), 'pointerDown', AT, 'mouse');
    jest.advanceTimersByTime(2_000);
    expect(onHold).not.toHaveBeenCalled();
    expect(menuIsKeptAway()).toBe(false);
  });
});

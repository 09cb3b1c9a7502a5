import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { point, touch } from '../../../../../test/events';
import { attachGestures } from './attach-gestures';
import type { ImageViewer } from './image-viewer';

let viewer: HTMLElement;
let still: HTMLElement;
let button: HTMLElement;
let detach: () => void;
/** What was asked of the viewer, in order. */
let asked: unknown[][];
let answers: { move: boolean; end: boolean };
let isZoomed: boolean;

beforeEach(() => {
  asked = [];
  answers = { move: true, end: true };
  isZoomed = false;
  document.body.innerHTML = '<div><img data-still><button>Next</button></div>';
  [viewer, still, button] = ['div', 'img', 'button'].map((name) => document.querySelector<HTMLElement>(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const note =
    (name: string, answer: () => unknown = () => undefined) =>
    (...values: unknown[]) => {
      asked.push([name, ...values.filter((value) => typeof value !== 'number')]);
      return answer();
    };
  const control = {
    get isZoomed() {
      return isZoomed;
    },
    begin: note('begin'),
    move: note('move', () => answers.move),
    end: note('end', () => answers.end),
    cancel: note('cancel'),
    toggleZoom: note('toggleZoom'),
  };
  detach = attachGestures(viewer, control as unknown as ImageViewer);
});
afterEach(() => {
  detach();
  document.body.innerHTML = '';
});

const mouse = (target: Element, name: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel', x: number) =>
  point(target, name, { clientX: x, clientY: 10 }, 'mouse');
const at = (x: number) => ({ x, y: 10 });

describe('fingers', () => {
  it('are followed from the first touch to the last, and keep the browser off where they are answered', () => {
    const fingers = [{ clientX: 30, clientY: 10 }];
    touch(still, 'touchStart', fingers);
    expect(touch(still, 'touchMove', fingers)).toBe(true);
    answers.move = false;
    expect(touch(still, 'touchMove', fingers)).toBe(false);
    expect(touch(still, 'touchEnd', [])).toBe(true);
    fireEvent.touchCancel(still);
    expect(asked).toEqual([['begin', [at(30)]], ['move', [at(30)]], ['move', [at(30)]], ['end', []], ['cancel']]);
  });

  it('leave a press on a button to the button, and one that means something else to the browser', () => {
    expect(touch(button, 'touchEnd', [])).toBe(false);
    answers.end = false;
    expect(touch(still, 'touchEnd', [])).toBe(false);
  });

  it('do not hold up a page that scrolls already', () => {
    fireEvent(still, new TouchEvent('touchmove', { bubbles: true, cancelable: false }));
    expect(asked).toEqual([]);
    fireEvent(still, new TouchEvent('touchend', { bubbles: true, cancelable: false }));
    expect(asked).toHaveLength(1);
  });
});

describe('a mouse', () => {
  it('looks closer where the image is clicked, also by a hand that is not quite still', () => {
    mouse(still, 'pointerDown', 30);
    mouse(still, 'pointerMove', 33);
    mouse(still, 'pointerUp', 34);
    expect(asked).toEqual([['toggleZoom', at(34)]]);
    mouse(still, 'pointerUp', 34);
    expect(asked).toHaveLength(1);
  });

  it('does nothing by a drag over the whole image, beside it, on a button, or with another button of its own', () => {
    mouse(still, 'pointerDown', 30);
    mouse(still, 'pointerMove', 35);
    mouse(still, 'pointerUp', 35);
    mouse(viewer, 'pointerDown', 30);
    mouse(viewer, 'pointerUp', 30);
    isZoomed = true;
    mouse(button, 'pointerDown', 30);
    mouse(button, 'pointerUp', 30);
    point(still, 'pointerDown', { clientX: 30, clientY: 10, button: 2 }, 'mouse');
    point(still, 'pointerDown', { clientX: 30, clientY: 10 }, 'touch');
    mouse(still, 'pointerUp', 30);
    mouse(still, 'pointerMove', 60);
    expect(asked).toEqual([]);
  });

  it('moves what is looked at closely from where it was taken, and lets it go', () => {
    isZoomed = true;
    mouse(viewer, 'pointerDown', 30);
    mouse(viewer, 'pointerMove', 34);
    expect(asked).toEqual([]);
    mouse(viewer, 'pointerMove', 35);
    mouse(viewer, 'pointerMove', 31);
    mouse(viewer, 'pointerUp', 31);
    expect(asked).toEqual([
      ['begin', [at(30)]],
      ['move', [at(35)]],
      ['move', [at(31)]],
      ['end', []],
    ]);
    mouse(viewer, 'pointerMove', 90);
    expect(asked).toHaveLength(4);
  });

  it('that the system takes away ends a drag, and nothing else', () => {
    isZoomed = true;
    mouse(viewer, 'pointerDown', 30);
    mouse(viewer, 'pointerCancel', 30);
    mouse(viewer, 'pointerUp', 30);
    expect(asked).toEqual([]);
    mouse(viewer, 'pointerDown', 30);
    mouse(viewer, 'pointerMove', 90);
    mouse(viewer, 'pointerCancel', 90);
    expect(asked.map(([name]) => name)).toEqual(['begin', 'move', 'cancel']);
  });

  it('takes no image to another window', () => {
    expect(fireEvent.dragStart(still)).toBe(false);
  });
});

it('nothing is heard any more once the viewer is gone', () => {
  const spies = jest.spyOn(viewer, 'removeEventListener');
  detach();
  isZoomed = true;
  touch(still, 'touchStart', [{ clientX: 30, clientY: 10 }]);
  touch(still, 'touchMove', [{ clientX: 30, clientY: 10 }]);
  touch(still, 'touchEnd', []);
  fireEvent.touchCancel(still);
  mouse(still, 'pointerDown', 30);
  mouse(still, 'pointerMove', 90);
  mouse(still, 'pointerUp', 90);
  expect(fireEvent.dragStart(still)).toBe(true);
  expect(asked).toEqual([]);
  expect(spies.mock.calls.map(([name]) => name)).toHaveLength(9);
});

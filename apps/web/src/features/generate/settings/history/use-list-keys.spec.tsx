import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useListKeys } from './use-list-keys';

interface ListProps {
  query?: string;
  count: number;
  more?: (() => void) | null;
}

const onChoose = jest.fn<(index: number) => void>();
const onCancel = jest.fn<() => void>();
const outside = jest.fn<() => void>();

function List({ query = '', count, more = null }: ListProps) {
  const { active, onKeyDown } = useListKeys({ query, count, more, onChoose, onCancel });
  return <input aria-label={String(active)} onKeyDown={onKeyDown} />;
}

/** A field above a list. `press` answers whether the browser was kept from the key. */
function show(props: ListProps) {
  jest.clearAllMocks();
  const { rerender, unmount } = render(<List {...props} />, {
    wrapper: ({ children }) => (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the page around the list
      <div onKeyDown={outside}>{children}</div>
    ),
  });
  const field = () => screen.getByRole('textbox');
  return {
    active: () => Number(field().getAttribute('aria-label')),
    press: (key: string, part: object = {}) => !fireEvent.keyDown(field(), { key, ...part }),
    change: (next: ListProps) => rerender(<List {...next} />),
    unmount,
  };
}

describe('the arrows', () => {
  it('go through a list and around its ends', () => {
    const { active, press } = show({ count: 3 });
    expect(active()).toBe(0);
    expect(press('ArrowUp')).toBe(true);
    expect(active()).toBe(2);
    press('ArrowDown');
    press('ArrowDown');
    expect(active()).toBe(1);
  });

  it('ask for more at the end instead, where there is more', () => {
    const more = jest.fn<() => void>();
    const { active, press } = show({ count: 2, more });
    press('ArrowDown');
    expect(more).not.toHaveBeenCalled();
    press('ArrowDown');
    expect(more).toHaveBeenCalledTimes(1);
    expect(active()).toBe(1);
    press('ArrowUp');
    expect(active()).toBe(0);
  });

  it('begin with the first of each answer, and stay within a shorter one', () => {
    const { active, press, change } = show({ count: 4 });
    press('ArrowUp');
    change({ count: 2 });
    expect(active()).toBe(1);
    change({ query: 'fox', count: 4 });
    expect(active()).toBe(0);
    change({ count: 0 });
    press('ArrowDown');
    expect(active()).toBe(0);
  });
});

it('Enter chooses, Escape ends, and neither reaches the form; other keys do', () => {
  const { press, change } = show({ count: 2 });
  press('ArrowDown');
  expect(press('Enter')).toBe(true);
  expect(onChoose.mock.calls).toEqual([[1]]);
  expect(press('Escape')).toBe(true);
  expect(onCancel).toHaveBeenCalledTimes(1);
  expect(outside).not.toHaveBeenCalled();
  expect(press('a')).toBe(false);
  expect(outside).toHaveBeenCalledTimes(1);
  change({ count: 0 });
  press('Enter');
  expect(onChoose).toHaveBeenCalledTimes(1);
});

it('keys that choose characters belong to the input method', () => {
  const { press } = show({ count: 2 });
  expect(press('Enter', { isComposing: true })).toBe(false);
  expect(press('Enter', { keyCode: 229 })).toBe(false);
  expect(onChoose).not.toHaveBeenCalled();
});

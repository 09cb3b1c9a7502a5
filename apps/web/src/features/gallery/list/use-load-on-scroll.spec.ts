import { expect, it, jest } from '@jest/globals';
import { act, fireEvent, renderHook } from '@testing-library/react';
import { startScrollingOn } from '../../../../test/scrolled-on';
import { useLoadOnScroll } from './use-load-on-scroll';

const { watching, comeToEnd } = startScrollingOn();

it('the next page comes by the wheel, too, where the whole page fits the window', () => {
  const onReach = jest.fn();
  const { result, rerender } = renderHook(() => useLoadOnScroll({ isWanted: true, onReach }));
  const place = document.createElement('div');
  act(() => void result.current(place));
  expect(watching.size).toBe(0);
  fireEvent.wheel(window);
  rerender();
  act(() => void result.current(place));
  comeToEnd();
  expect(onReach).toHaveBeenCalledTimes(1);
});

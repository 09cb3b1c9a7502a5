import { expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useFirstInput } from './use-first-input';

it('a page is used from its first input on', () => {
  const { result, unmount } = renderHook(useFirstInput);
  expect(result.current).toBe(false);
  act(() => void window.dispatchEvent(new Event('keydown')));
  expect(result.current).toBe(true);
  unmount();
  const listened = jest.spyOn(window, 'removeEventListener');
  renderHook(useFirstInput).unmount();
  expect(listened.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['pointermove', 'touchstart']));
});

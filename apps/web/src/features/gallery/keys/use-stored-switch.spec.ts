import { expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useStoredSwitch } from './use-stored-switch';

it('a switch keeps what was switched off in mind, for all who ask, until it is switched on', () => {
  const [one, other] = [
    renderHook(() => useStoredSwitch('picture_info')),
    renderHook(() => useStoredSwitch('picture_info')),
  ];
  expect(one.result.current[0]).toBe(true);
  act(() => one.result.current[1](false));
  expect([one.result.current[0], other.result.current[0]]).toEqual([false, false]);
  expect(window.localStorage.getItem('picture_info')).toBe('off');
  act(() => other.result.current[1](true));
  expect(one.result.current[0]).toBe(true);
  expect(window.localStorage.getItem('picture_info')).toBeNull();
});

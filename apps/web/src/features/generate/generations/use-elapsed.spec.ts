import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { hearServerTime } from '../../../shared/time/server-clock';
import { useElapsed } from './use-elapsed';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const open = (start: string) => renderHook(() => useElapsed(start));

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => {
  hearServerTime(new Date().toISOString());
  jest.useRealTimers();
});

it('whole seconds are counted, and no further once nobody looks', () => {
  const { result, unmount } = open(ago(1_900));
  expect(result.current).toBe(1);
  pass(1_000);
  expect(result.current).toBe(2);
  pass(3_000);
  expect(result.current).toBe(5);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

it('no time has passed since a moment that is still to come', () => {
  expect(open(ago(-5_000)).result.current).toBe(0);
});

it('a moment that the server told is one of its clock', () => {
  hearServerTime(new Date(NOW + 60_000).toISOString());
  expect(open(ago(-50_000)).result.current).toBe(10);
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pause } from './pause';

let target: EventTarget;
let isOver: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  [target, isOver] = [new EventTarget(), false];
});
afterEach(() => void jest.useRealTimers());

const begin = (at?: EventTarget) => void pause(1_000, at, 'online').then(() => (isOver = true));

describe('a pause', () => {
  it('ends after its time', async () => {
    begin();
    await jest.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
  });

  it('ends with the event that it waits for, and leaves no timer', async () => {
    begin(target);
    target.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect([isOver, jest.getTimerCount()]).toEqual([true, 0]);
  });

  it('listens no more once it has ended', async () => {
    const removed = jest.spyOn(target, 'removeEventListener');
    begin(target);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([isOver, removed.mock.calls.length]).toEqual([true, 1]);
  });
});

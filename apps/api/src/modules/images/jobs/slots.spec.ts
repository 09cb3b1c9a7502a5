import { describe, expect, test } from '@jest/globals';
import { Slots } from './slots.js';

const never = (): AbortSignal => new AbortController().signal;

describe('slots', () => {
  test('no more than its number go on at once, and everybody gets a turn, in order', async () => {
    const slots = new Slots(3);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const release = await slots.take(never());
        order.push(i);
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        release();
      }),
    );
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(slots.free).toBe(3);
  });

  test('giving back twice frees one slot', async () => {
    const slots = new Slots(2);
    const release = await slots.take(never());
    await slots.take(never());
    release();
    release();
    expect(slots.free).toBe(1);
  });

  test('who gives up waiting leaves the line and keeps no slot', async () => {
    const slots = new Slots(1);
    const release = await slots.take(never());
    const stop = new AbortController();
    const waiting = slots.take(stop.signal);
    const next = slots.take(never());
    stop.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    release();
    (await next)();
    expect(slots.free).toBe(1);
  });

  test('a signal that is aborted already gets nothing', async () => {
    await expect(new Slots(1).take(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });

  test('tryTake does not wait', () => {
    const slots = new Slots(1);
    const release = slots.tryTake();
    expect(slots.tryTake()).toBeNull();
    release?.();
    expect(slots.tryTake()).toBeInstanceOf(Function);
  });
});

import { expect, test } from '@jest/globals';
import { Semaphore } from 'async-mutex';
import { acquireSlot } from './acquire-slot.js';

const never = (): AbortSignal => new AbortController().signal;

test('leaves the queue without keeping a slot when the signal is aborted', async () => {
  const semaphore = new Semaphore(1);
  const release = await acquireSlot(semaphore, never());
  const stop = new AbortController();
  const waiting = acquireSlot(semaphore, stop.signal);
  const next = acquireSlot(semaphore, never());
  stop.abort(new Error('gave up'));
  await expect(waiting).rejects.toThrow('gave up');
  release();
  (await next)();
  expect(semaphore.getValue()).toBe(1);
});

test('takes no slot when the signal is aborted already', async () => {
  const semaphore = new Semaphore(1);
  await expect(acquireSlot(semaphore, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(semaphore.getValue()).toBe(1);
});

test('releases one slot when it is released twice', async () => {
  const semaphore = new Semaphore(2);
  const release = await acquireSlot(semaphore, never());
  await acquireSlot(semaphore, never());
  release();
  release();
  expect(semaphore.getValue()).toBe(1);
});

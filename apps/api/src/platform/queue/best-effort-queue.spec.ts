import { expect, jest, test } from '@jest/globals';
import type { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { BestEffortQueue } from './best-effort-queue.js';

function queueOn(status: string) {
  const warn = jest.fn();
  const work = jest.fn(() => Promise.resolve());
  const queue = new BestEffortQueue({ client: { status } } as unknown as Queue, { warn } as unknown as Logger);
  return { queue, warn, work };
}

test('a notification reaches a Redis that is there', async () => {
  const { queue, warn, work } = queueOn('ready');
  expect(await queue.reach(work)).toBe(true);
  expect([work.mock.calls.length, warn.mock.calls.length]).toEqual([1, 0]);
});

test.each(['reconnecting', 'close', 'end'])(
  'a Redis that is away (%s) is not asked, which fails nobody',
  async (status) => {
    const { queue, work } = queueOn(status);
    expect(await queue.reach(work)).toBe(false);
    expect(work).not.toHaveBeenCalled();
  },
);

test('what is lost is told once, not each time', async () => {
  const { queue, warn } = queueOn('ready');
  for (let n = 0; n < 3; n += 1) expect(await queue.reach(() => Promise.reject(new Error('full')))).toBe(false);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('full'));
});

test('a Redis that never answers is not waited for', async () => {
  const { queue } = queueOn('ready');
  expect(await queue.reach(() => new Promise(() => undefined))).toBe(false);
});

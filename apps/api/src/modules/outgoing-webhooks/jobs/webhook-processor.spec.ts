import { expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { EventEmitter } from 'node:events';
import type { Config } from '../../../platform/config/config.js';
import type { DeliverWebhooks } from '../delivery/deliver-webhooks.js';
import { WebhookProcessor } from './webhook-processor.js';
import type { WebhookJob } from './webhook-queue.js';

Logger.overrideLogger(false);

/** A processor whose deliveries take until `end` is called or the process stops. */
function processing({ publicApi = true } = {}) {
  const ends: (() => void)[] = [];
  const run = (_: string, stop: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      ends.push(resolve);
      stop.addEventListener('abort', () => reject(new Error('cut short')));
    });
  const subscribe = (): Promise<void> => Promise.resolve();
  const eclient = Object.assign(new EventEmitter(), { options: {}, subscribe, psubscribe: subscribe });
  const process = jest.fn(() => Promise.resolve());
  const queue = {
    close: () => Promise.resolve(),
    clients: [],
    eclient,
    process,
  } as unknown as Queue<WebhookJob>;
  const config = { features: { publicApi } } as Config;
  const processor = new WebhookProcessor(queue, { run } as DeliverWebhooks, config);
  return { processor, process, end: () => ends.shift()?.() };
}

test('a delivery takes a place until it ends', async () => {
  const { processor, end } = processing();
  const all = processor.freeSlots;
  const [first, second] = [processor.run('a'), processor.run('b')];
  expect(processor.freeSlots).toBe(all - 2);
  end();
  await first;
  expect(processor.freeSlots).toBe(all - 1);
  end();
  await second;
  expect(processor.freeSlots).toBe(all);
});

test('a process that stops cuts its deliveries short, which fails nobody', async () => {
  const { processor } = processing();
  const all = processor.freeSlots;
  const running = processor.run('a');
  await processor.onModuleDestroy();
  await running;
  expect(processor.freeSlots).toBe(all);
});

test.each([
  [true, 1],
  [false, 0],
])('with FEATURE_PUBLIC_API=%s it listens to the queue %d times', (publicApi, times) => {
  const { processor, process } = processing({ publicApi });
  processor.onApplicationBootstrap();
  expect(process).toHaveBeenCalledTimes(times);
});

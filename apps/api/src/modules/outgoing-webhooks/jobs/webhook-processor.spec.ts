import { expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import type { DeliverWebhooks } from '../delivery/deliver-webhooks.js';
import { WebhookProcessor } from './webhook-processor.js';
import type { WebhookJob } from './webhook-queue.js';

Logger.overrideLogger(false);

/** A processor whose deliveries take until `end` is called or the process stops. */
function processing() {
  const ends: (() => void)[] = [];
  const run = (_: string, stop: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      ends.push(resolve);
      stop.addEventListener('abort', () => reject(new Error('cut short')));
    });
  const queue = { close: () => Promise.resolve(), clients: [] } as unknown as Queue<WebhookJob>;
  const processor = new WebhookProcessor(queue, { run } as DeliverWebhooks);
  return { processor, end: () => ends.shift()?.() };
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

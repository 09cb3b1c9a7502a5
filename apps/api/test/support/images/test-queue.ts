import type { BullModuleAsyncOptions, BullModuleOptions } from '@nestjs/bull';
import Bull, { type Queue } from 'bull';
import { GenerationQueue } from '../../../src/modules/images/generation/queue/generation-queue.js';
import {
  consumerQueue,
  producerQueue,
  type GenerationJob,
} from '../../../src/modules/images/generation/queue/generation-queue-ends.js';
import type { Config } from '../../../src/platform/config/config.js';
import { closeQueue, listen } from '../../../src/platform/queue/bull-queue.js';

export interface TestQueue {
  generationQueue: GenerationQueue;
  /** Removes every job. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** An end of a queue of the product without the framework. */
export async function openQueueEnd<T>(end: BullModuleAsyncOptions, config: Config): Promise<Queue<T>> {
  const options: BullModuleOptions | undefined = await end.useFactory?.(config);
  if (!options) throw new Error('The queue has no settings');
  // Both ends need the same name.
  return new Bull<T>(options.name ?? '', options);
}

/** The queue of the product without the framework. `hear` is called with the generation of each job. */
export async function openTestQueue(config: Config, hear: (generationId: string) => void): Promise<TestQueue> {
  const producer = await openQueueEnd<GenerationJob>(producerQueue, config);
  const consumer = await openQueueEnd<GenerationJob>(consumerQueue, config);
  const listening = listen(consumer, 4, (job) => Promise.resolve(hear(job.data.generationId)));
  // Rejects when the queue is closed.
  listening.catch(() => undefined);
  return {
    generationQueue: new GenerationQueue(producer),
    empty: async () => void (await producer.client.flushdb()),
    close: async () => void (await Promise.all([closeQueue(producer), closeQueue(consumer)])),
  };
}

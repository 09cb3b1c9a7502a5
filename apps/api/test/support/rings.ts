import type { BullModuleAsyncOptions, BullModuleOptions } from '@nestjs/bull';
import Bull, { type Queue } from 'bull';
import { GenerationQueue } from '../../src/modules/images/generation/queue/generation-queue.js';
import {
  closeQueue,
  listen,
  producerQueue,
  consumerQueue,
  type GenerationJob,
} from '../../src/modules/images/generation/queue/bull-queues.js';
import type { Config } from '../../src/platform/config/config.js';

export interface Rings {
  generationQueue: GenerationQueue;
  /** Redis forgets every ring. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

async function open(end: BullModuleAsyncOptions, config: Config): Promise<Queue<GenerationJob>> {
  const options: BullModuleOptions | undefined = await end.useFactory?.(config);
  if (!options) throw new Error('the queue has no settings');
  // Named as the product names it: both ends are the same queue.
  return new Bull<GenerationJob>(options.name ?? '', options);
}

/** The generationQueue of the product on a real queue, without the framework. `hear`: called for each ring, by generation. */
export async function openRings(config: Config, hear: (generationId: string) => void): Promise<Rings> {
  const [ringing, working] = [await open(producerQueue, config), await open(consumerQueue, config)];
  const listening = listen(working, 4, (job) => Promise.resolve(hear(job.data.generationId)));
  // Rejects when it is closed.
  listening.catch(() => undefined);
  return {
    generationQueue: new GenerationQueue(ringing),
    empty: async () => void (await ringing.client.flushdb()),
    close: async () => void (await Promise.all([closeQueue(ringing), closeQueue(working)])),
  };
}

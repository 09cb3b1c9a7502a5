import { consumerEnd, producerEnd } from '../../../../platform/queue/bull-queue.js';
import type { TracedJob } from '../../../../platform/tracing/trace-jobs.js';

const QUEUE = 'generate-image';
export const PRODUCER_QUEUE = `${QUEUE}-producer`;
export const CONSUMER_QUEUE = `${QUEUE}-consumer`;

export interface GenerationJob extends TracedJob {
  generationId: string;
}

export const producerQueue = producerEnd(QUEUE, PRODUCER_QUEUE);
export const consumerQueue = consumerEnd(QUEUE, CONSUMER_QUEUE);

import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { BestEffortQueue } from '../../../platform/queue/best-effort-queue.js';
import { consumerEnd, producerEnd } from '../../../platform/queue/bull-queue.js';
import { withTrace, type TracedJob } from '../../../platform/tracing/trace-jobs.js';
import type { ClaimedDelivery } from '../persistence/claim-delivery.js';

const QUEUE = 'deliver-webhooks';
const PRODUCER_QUEUE = `${QUEUE}-producer`;
export const CONSUMER_QUEUE = `${QUEUE}-consumer`;

/** What a notification carries. The rows decide whether there is anything to do. */
export interface WebhookJob extends TracedJob {
  endpointId: string;
}

export const producerQueue = producerEnd(QUEUE, PRODUCER_QUEUE);
export const consumerQueue = consumerEnd(QUEUE, CONSUMER_QUEUE);

export interface WebhookNotification {
  endpointId: string;
  deliveryId: string;
  /** Attempts before, so that each is notified once. */
  attempts: number;
  delaySeconds: number;
}

/** Tells a worker that a delivery is due, now or later. Postgres holds the deliveries; a sweeper finds what was lost here. */
@Injectable()
export class WebhookQueue {
  private readonly jobs: BestEffortQueue<WebhookJob>;

  constructor(@InjectQueue(PRODUCER_QUEUE) queue: Queue<WebhookJob>) {
    this.jobs = new BestEffortQueue(queue, new Logger(WebhookQueue.name));
  }

  /** Never throws. False when Redis did not take it. */
  notify({ endpointId, deliveryId, attempts, delaySeconds }: WebhookNotification): Promise<boolean> {
    const options = { jobId: `webhook:${deliveryId}:${attempts}`, delay: delaySeconds * 1_000 };
    return this.jobs.reach((queue) => queue.add(withTrace({ endpointId }), options));
  }

  /** Puts an endpoint at the end of the queue because an attempt has ended, once for each attempt. Never throws. */
  notifyRest(endpointId: string, { id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>): Promise<boolean> {
    const options = { jobId: `webhook:${id}:${attempt}:rest` };
    return this.jobs.reach((queue) => queue.add(withTrace({ endpointId }), options));
  }
}

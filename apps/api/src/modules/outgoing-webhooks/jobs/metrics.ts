import { Counter, Gauge } from 'prom-client';
import { readInTime } from '../../../platform/observability/metrics.js';
import type { Backlog } from '../persistence/claim-delivery.js';

/** `result`: `delivered` or `failed`. */
export const webhookAttempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by result',
  labelNames: ['result'],
});

let readBacklog: () => Promise<Backlog> = () => Promise.resolve({ due: 0, oldestSeconds: 0 });
/** What brings the gauges up to date whenever they are read. */
export const watchBacklog = (read: () => Promise<Backlog>): void => void (readBacklog = read);

const backlog = (): Promise<Backlog | undefined> => readInTime(readBacklog());

export const webhookBacklog = new Gauge({
  name: 'webhook_deliveries_due',
  help: 'Webhook deliveries that are due and not made',
  async collect() {
    this.set((await backlog())?.due ?? NaN);
  },
});

export const webhookLag = new Gauge({
  name: 'webhook_lag_seconds',
  help: 'For how long the oldest webhook delivery has been due',
  async collect() {
    this.set((await backlog())?.oldestSeconds ?? NaN);
  },
});

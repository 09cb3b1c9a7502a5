import { Counter, Histogram } from 'prom-client';
import { withTimeout } from '../with-timeout.js';

/** The gauges of one scrape are filled side by side. */
const COLLECT_MS = 2_000;

/** What gauges are filled from; undefined where it fails or is late, so that no scrape waits for a silent database. */
export const readInTime = <T>(read: Promise<T>): Promise<T | undefined> =>
  withTimeout(read, COLLECT_MS, () => new Error('too slow')).catch(() => undefined);

export const requestSeconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request, by route pattern and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Events that need an operator: a stolen token reused, an unsafe Redis policy, undelivered mail. */
export const alerts = new Counter({
  name: 'alerts_total',
  help: 'Events that call for a look, by kind',
  labelNames: ['kind'],
});

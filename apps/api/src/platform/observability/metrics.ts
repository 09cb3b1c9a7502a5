import { Counter, Histogram } from 'prom-client';

const requestSeconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request, by route pattern and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

export interface ObservedRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

export const observeRequest = ({ method, route, status, seconds }: ObservedRequest): void =>
  requestSeconds.observe({ method, route, status: String(status) }, seconds);

/** Things that somebody should look at: reuse of a stolen token, an unsafe Redis policy, mail that could not be sent. */
export const alerts = new Counter({
  name: 'alerts_total',
  help: 'Events that call for a look, by kind',
  labelNames: ['kind'],
});

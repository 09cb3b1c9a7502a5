import { Counter } from 'prom-client';
import { RequestSeconds } from './request-seconds.js';

export const requestSeconds = new RequestSeconds();

/** Things that somebody should look at: reuse of a stolen token, an unsafe Redis policy, mail that could not be sent. */
export const alerts = new Counter({
  name: 'alerts_total',
  help: 'Events that call for a look, by kind',
  labelNames: ['kind'],
});

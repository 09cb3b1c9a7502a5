import { Counter, Histogram } from 'prom-client';

/** `outcome`: `delivered`, or the code for which it was given up. */
export const picturesClosed = new Counter({
  name: 'pictures_closed_total',
  help: 'Pictures that came to their end, by outcome',
  labelNames: ['outcome'],
});

/** `result`: `ok`, `aborted`, or the code of the engine's error. */
export const engineSeconds = new Histogram({
  name: 'engine_seconds',
  help: 'Time of one call of the image engine, without the wait for its turn',
  labelNames: ['engine', 'result'],
  buckets: [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 90],
});

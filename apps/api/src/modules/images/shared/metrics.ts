import { Counter, Gauge, Histogram } from 'prom-client';
import { readInTime } from '../../../platform/observability/metrics.js';

/** `outcome`: `delivered`, or the error code. */
export const imagesClosed = new Counter({
  name: 'pictures_closed_total',
  help: 'Images that came to their end, by outcome',
  labelNames: ['outcome'],
});

/** `result`: `ok`, `aborted`, or the code of the engine's error. */
export const engineSeconds = new Histogram({
  name: 'engine_seconds',
  help: 'Time of one call of the image engine, without the wait for its turn',
  labelNames: ['engine', 'result'],
  buckets: [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 90, 240],
});

let lookAtEngines: () => Promise<unknown> = () => Promise.resolve();
export const watchEngines = (look: () => Promise<unknown>): void => void (lookAtEngines = look);

/** 1 while the circuit is open after faults, 0 once the engine answers again. */
export const engineOpen = new Gauge({
  name: 'engine_breaker_open',
  help: 'Whether calls of the image engine are held back because it failed too often',
  labelNames: ['engine'],
  collect: async () => {
    await readInTime(lookAtEngines());
  },
});

export const filesLost = new Gauge({
  name: 'picture_files_lost',
  help: 'Delivered images whose file is missing in storage',
});

export const eventStreamsOpen = new Gauge({
  name: 'event_streams_open',
  help: 'Open event streams of this process',
});

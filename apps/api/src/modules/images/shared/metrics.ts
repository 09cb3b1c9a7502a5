import { Counter, Gauge, Histogram } from 'prom-client';

/** `outcome`: `delivered`, or the code for which it was given up. */
export const imagesClosed = new Counter({
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

let lookAtEngines: () => Promise<unknown> = () => Promise.resolve();
/** What brings `engineOpen` up to date whenever somebody asks for it. */
export const watchEngines = (look: () => Promise<unknown>): void => void (lookAtEngines = look);

/** 1 while an engine is not asked because it failed too often, 0 once it answers again. */
export const engineOpen = new Gauge({
  name: 'engine_breaker_open',
  help: 'Whether calls of the image engine are held back because it failed too often',
  labelNames: ['engine'],
  collect: async () => {
    await lookAtEngines().catch(() => undefined);
  },
});

export const filesLost = new Gauge({
  name: 'picture_files_lost',
  help: 'Delivered pictures whose file is missing in storage',
});

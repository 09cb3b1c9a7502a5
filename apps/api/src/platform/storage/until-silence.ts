import { PassThrough, pipeline, type Readable } from 'node:stream';

/** Fails when `source` gives nothing for `ms` milliseconds although data was wanted: a slow reader is no silence. */
export function untilSilence(source: Readable, ms: number, late: (cause?: unknown) => Error): Readable {
  const watched = new PassThrough({
    transform(chunk: Buffer, _, done) {
      timer.refresh();
      done(null, chunk);
    },
    destroy(error, done) {
      done(error && late(error));
    },
  });
  const timer = setTimeout(() => {
    if (watched.writableNeedDrain) timer.refresh();
    else source.destroy(new Error(`silent for ${ms} ms`));
  }, ms);
  pipeline(source, watched, () => clearTimeout(timer));
  return watched;
}

import { PassThrough, pipeline, type Readable } from 'node:stream';

/**
 * The same bytes, until `source` has given nothing for `ms` milliseconds although somebody wanted more: then both end with
 * `late()`. A slow reader is no silence. Whoever destroys the answer destroys the source.
 */
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

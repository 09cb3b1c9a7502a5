import { PassThrough } from 'node:stream';

/** Fails when its reader takes none of the waiting bytes for `ms` milliseconds. */
export function untilUnread(ms: number): PassThrough {
  let isMoving = true;
  const handed = new PassThrough({
    transform(chunk: Buffer, _, done) {
      isMoving = true;
      done(null, chunk);
    },
  });
  const timer = setInterval(() => {
    if (!isMoving && handed.readableLength > 0) handed.destroy(new Error(`nothing was taken for ${ms} ms`));
    isMoving = false;
  }, ms);
  handed.once('close', () => clearInterval(timer));
  return handed;
}

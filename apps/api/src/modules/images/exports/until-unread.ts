import { PassThrough } from 'node:stream';

/** Hands bytes on, and breaks when its reader has taken none of those that wait for him for `ms` milliseconds. */
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

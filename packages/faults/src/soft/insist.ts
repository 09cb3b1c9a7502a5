import type { Heard } from './world.js';

/** Who asks so often and never hears an answer has found that something hangs. */
const MOST_TRIES = 60;

/** Asks again until something is heard. */
export async function insist<T>(ask: () => Promise<Heard<T>>): Promise<NonNullable<Heard<T>>> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const heard = await ask();
    if (heard) return heard;
  }
  throw new Error(`no answer after ${MOST_TRIES} tries`);
}

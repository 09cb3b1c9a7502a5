import { setTimeout as sleep } from 'node:timers/promises';

/** What `work` gives, or a rejection with `late()` once `ms` milliseconds have passed; `work` itself goes on unheard. */
export async function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const done = new AbortController();
  const limit = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw late();
  });
  // One of the two loses, and nobody listens to the loser.
  limit.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    done.abort();
  }
}

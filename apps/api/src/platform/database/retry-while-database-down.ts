import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../errors/is-unavailable.js';

/** Connection lost, server ending, out of resources. */
const PASSING = /^(08|53|57)/;

/** Until done or aborted. `write` must recognise that an earlier try succeeded. */
export async function retryWhileDatabaseDown<T>(
  write: () => Promise<T>,
  signal: AbortSignal,
  everyMs: number,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (signal.aborted || !isUnavailable(error, PASSING)) throw error;
    }
    await sleep(everyMs, undefined, { signal });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from './transaction.js';

/** Connection lost, server ending, out of resources. Without a state the connection itself broke. */
const PASSING = /^(08|53|57)/;
const isPassing = (error: unknown): boolean => PASSING.test(sqlState(error) ?? '08');

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
      if (signal.aborted || !isPassing(error)) throw error;
    }
    await sleep(everyMs, undefined, { signal });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '../../../platform/database/transaction.js';

/** Connection lost, server ending, out of resources: what passes. No state at all: the connection itself broke. */
const PASSING = /^(08|53|57)/;
const isPassing = (error: unknown): boolean => PASSING.test(sqlState(error) ?? '08');

/**
 * Does `write` again while the database is away, until it is done or `signal` is aborted. `write` must find out by itself
 * whether an earlier try had been done after all.
 */
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

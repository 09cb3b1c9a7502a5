import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from './fault.js';

/** Messages of broken connections and timeouts, for which the product answers 503 and clients repeat the request. */
const LOST =
  /the answer was lost|Connection terminated|not queryable|connection error|ECONNRESET|EPIPE|[Qq]uery runner already released|Client was closed|socket hang up|timeout exceeded when trying to connect|Query read timeout|due to lock timeout/;

export const isLost = (error: unknown): boolean => LOST.test(String(error));

const MOST_TRIES = 20;
const PAUSE_MS = 250;

/** Repeats a query of the suite itself while connections are lost or slow. */
export async function retryWhenLost<T>(query: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await query();
    } catch (error) {
      if (!isLost(error) || tries === MOST_TRIES) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

const MOST_OPERATION_TRIES = 60;

/** Repeats an operation until it is answered. Fails after 60 tries, because then something hangs. */
export async function retryUntilAnswered<T>(operation: () => Promise<Outcome<T>>): Promise<NonNullable<Outcome<T>>> {
  for (let tries = 0; tries < MOST_OPERATION_TRIES; tries += 1) {
    const outcome = await operation();
    if (outcome) return outcome;
  }
  throw new Error(`no answer after ${MOST_OPERATION_TRIES} tries`);
}

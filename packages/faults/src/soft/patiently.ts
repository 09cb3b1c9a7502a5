import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How the ends of connections and of patience are called, by the driver, by what stands on it, by Postgres, and by a storage
 * that is not heard. The product says 503 to all of them, and people repeat what they asked for.
 */
const LOST =
  /the answer was lost|Connection terminated|not queryable|connection error|ECONNRESET|EPIPE|[Qq]uery runner already released|Client was closed|socket hang up|timeout exceeded when trying to connect|Query read timeout|due to lock timeout/;

export const isLost = (error: unknown): boolean => LOST.test(String(error));

const MOST_TRIES = 20;
const PAUSE_MS = 250;

/** What the run itself asks must be answered, however slow the machine is to connect while others are. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isLost(error) || tries === MOST_TRIES) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

import { toAppError } from '../../../src/platform/errors/to-app-error.js';

const MOST_TRIES = 4;

/** Repeats work that the database's time-outs ended, as they do on a machine that stands still for seconds. */
export async function untilAvailable<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || toAppError(error).code !== 'SERVICE_UNAVAILABLE') throw error;
    }
  }
}

import { LuminaError } from './errors.js';
import { sleep } from './sleep.js';

/** What was accepted goes on without us, so an outage shorter than this does not end the waiting. */
const PATIENCE_MS = 5 * 60_000;

export interface WaitOptions<T> {
  /** Ends the waiting, not what is waited for. */
  signal?: AbortSignal;
  /** Between two questions: 2,000 ms. */
  intervalMs?: number;
  /** Each state that was read, of `generate` also the one at its start. */
  onUpdate?: (state: T) => void;
}

const isOutage = (error: unknown): boolean =>
  error instanceof LuminaError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Reads the state until it has ended. */
export async function poll<T>(
  read: () => Promise<T>,
  hasEnded: (state: T) => boolean,
  { signal, intervalMs = 2_000, onUpdate }: WaitOptions<T>,
): Promise<T> {
  let lastAnswer = Date.now();
  for (;;) {
    try {
      const state = await read();
      lastAnswer = Date.now();
      onUpdate?.(state);
      if (hasEnded(state)) return state;
    } catch (error) {
      if (!isOutage(error) || Date.now() - lastAnswer > PATIENCE_MS) throw error;
    }
    await sleep(intervalMs, signal);
  }
}

import type { Logger } from '@nestjs/common';

/** What the reconciler does with a fault: its next pass tries again. */
export const leftForNextPass =
  (logger: Logger) =>
  (error: unknown): void =>
    logger.warn(`Left for the next pass: ${String(error)}`);

/** One after the other. What fails is told to `onError`, and keeps nothing else waiting. */
export async function eachUntilAborted<T>(
  signal: AbortSignal,
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  onError: (error: unknown, one: T) => void,
): Promise<void> {
  for (const one of all) {
    if (signal.aborted) return;
    await work(one).catch((error: unknown) => onError(error, one));
  }
}

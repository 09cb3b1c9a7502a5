import type { LuminaError } from '../errors.js';
import { CliError, EXIT, withNote } from './failure.js';

interface Outcome {
  /** Aborted by Ctrl-C. */
  interrupted: AbortSignal;
  /** What becomes of it if it was accepted, and what to do then. */
  ifAccepted: string;
}

/** Several attempts carry one idempotency key, so at most one was accepted. */
const creditsAfterStart = ({ mayHaveBeenAccepted }: LuminaError, ifAccepted: string): string =>
  mayHaveBeenAccepted
    ? `It may have been accepted all the same, once at most. If it was, ${ifAccepted}.`
    : 'No credits were spent.';

/** Tells of a start without a clear end what it may cost: one that is refused, or stopped between two attempts. */
export async function startOnce<T>(begin: () => Promise<T>, { interrupted, ifAccepted }: Outcome): Promise<T> {
  interrupted.throwIfAborted();
  try {
    return await withNote(begin(), (error) => creditsAfterStart(error, ifAccepted));
  } catch (error) {
    if (!interrupted.aborted || error !== interrupted.reason) throw error;
    const next = `If it was, ${ifAccepted}.`;
    throw new CliError('Stopped before it was known whether it was accepted.', next, EXIT.interrupted);
  }
}

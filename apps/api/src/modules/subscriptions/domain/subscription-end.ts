import { isOpen, type ProviderStatus } from './subscription-access.js';

/**
 * At the provider. `must_stop`: it is over, but could charge again until we stop it. `stopped`: nothing is left to stop, though
 * the paid period may go on.
 */
export type Billing = 'running' | 'must_stop' | 'stopped';

export interface EndFacts {
  status: ProviderStatus;
  isDuplicate: boolean;
  hasAccount: boolean;
  billing: Billing;
  endedAt: Date | null;
  hasOpenInvoice: boolean;
}

export interface End {
  /** The rest of the paid period ends here. */
  closesHere: boolean;
  stopsAtProvider: boolean;
  /** Stopped once, it has not ended there: it is stopped again. */
  stopsAgain: boolean;
}

export function decideEnd({ status, isDuplicate, hasAccount, billing, endedAt, hasOpenInvoice }: EndFacts): End {
  const isUnneeded = isOpen(status) && (isDuplicate || !hasAccount);
  // What is paid after the end would bring nothing.
  const isPayableAfterEnd = endedAt !== null && hasOpenInvoice;
  const stopsAtProvider = isUnneeded || isPayableAfterEnd || billing === 'must_stop';
  return {
    closesHere: isUnneeded && billing === 'stopped',
    stopsAtProvider,
    stopsAgain: stopsAtProvider && billing !== 'stopped' && endedAt === null,
  };
}

/** After the first try only what goes on: the provider may tell of a refund later, and the reconciler looks again. */
export const needsUndo = (
  { stopsAtProvider, stopsAgain }: End,
  { hasUnearned, isUndone }: { hasUnearned: boolean; isUndone: boolean },
): boolean => (isUndone ? stopsAgain : stopsAtProvider || hasUnearned);

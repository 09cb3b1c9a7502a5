import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Issue } from './http/issues.js';

/** What a person pays with, which decides how each payment ends. */
export const Funding = z.enum([
  'balance',
  'card',
  'echeck',
  'renewal_declined',
  'card_declined',
  'refused',
  'account_restricted',
]);
export type Funding = z.infer<typeof Funding>;

/** `reason`: as a subscription's failed payment names it. */
export interface Decline {
  issue: Issue;
  reason: 'PAYMENT_DENIED' | 'PAYER_CANNOT_PAY' | 'PAYER_ACCOUNT_RESTRICTED';
}

const DECLINES: Partial<Record<Funding, Decline>> = {
  card_declined: { issue: 'INSTRUMENT_DECLINED', reason: 'PAYMENT_DENIED' },
  refused: { issue: 'TRANSACTION_REFUSED', reason: 'PAYER_CANNOT_PAY' },
  account_restricted: { issue: 'PAYER_ACCOUNT_RESTRICTED', reason: 'PAYER_ACCOUNT_RESTRICTED' },
};

/** Why a payment by `funding` fails, if it does. */
export function declineOf(funding: Funding, isRenewal: boolean): Decline | undefined {
  if (funding === 'renewal_declined' && isRenewal) return { issue: 'INSTRUMENT_DECLINED', reason: 'PAYMENT_DENIED' };
  return DECLINES[funding];
}

export const Payer = z.object({
  email: z.string(),
  givenName: z.string(),
  surname: z.string(),
  id: z.string(),
});
export type Payer = z.infer<typeof Payer>;

/** The same address is the same account, so it has the same id each time. */
export function payerFrom(email: string, givenName: string, surname: string): Payer {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex').toUpperCase();
  return { email, givenName, surname, id: hash.slice(0, 13) };
}

import { cleanText } from '@app/contracts';

// RFC 5321: the longest address that can be delivered to.
const ADDRESS_MAX = 254;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/** An address and whether its owner was shown to hold it; `email` null: none is known. */
export interface EmailState {
  email: string | null;
  verified: boolean;
}

/** What a provider says about an address, reduced to something that could be delivered to. */
export function usableEmail(email: string | null | undefined, verified: boolean): EmailState {
  const address = cleanText(email ?? '');
  return ADDRESS.test(address) && address.length <= ADDRESS_MAX
    ? { email: address, verified }
    : { email: null, verified: false };
}

/** What an account holds after a sign-in: a proven address wins, and is never replaced by one that is not. */
export function mergedEmail(held: EmailState, incoming: EmailState): EmailState {
  if (incoming.email === null) return held;
  if (incoming.verified) return incoming;
  if (held.email !== null && held.verified) return held;
  return incoming;
}

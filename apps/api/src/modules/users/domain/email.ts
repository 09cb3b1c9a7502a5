import { cleanText } from '@app/contracts';

// RFC 5321: the longest deliverable address.
const ADDRESS_MAX = 254;
const ADDRESS = /^[^@]+@[^@]+\.[^@.]+$/;
// Makes a list, a group or a comment of an address, or stands for a dot.
const AMBIGUOUS = /[\s<>",;:()[\]\\。．｡]/;

export interface EmailState {
  email: string | null;
  verified: boolean;
}

export function usableEmail(email: string | null | undefined, verified: boolean): EmailState {
  const address = cleanText(email ?? '');
  return ADDRESS.test(address) && !AMBIGUOUS.test(address) && address.length <= ADDRESS_MAX
    ? { email: address, verified }
    : { email: null, verified: false };
}

/** A verified address wins, and is never replaced by an unverified one. */
export function mergedEmail(current: EmailState, incoming: EmailState): EmailState {
  if (incoming.email === null) return current;
  if (incoming.verified) return incoming;
  if (current.email !== null && current.verified) return current;
  return incoming;
}

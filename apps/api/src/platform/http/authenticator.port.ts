import type { Principal } from './principal.js';

/** Turns a Bearer token into a principal. */
export interface Authenticator {
  /** Null for a token that is not of this kind, unknown, expired, tampered with or revoked. */
  authenticate(token: string): Promise<Principal | null>;
}
/** Injection token of all authenticators (`Authenticator[]`), in the order in which they are asked. */
export const AUTHENTICATORS = Symbol('AUTHENTICATORS');

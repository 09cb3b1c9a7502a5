import type { Principal, PrincipalKind } from './principal.js';

/** Turns a Bearer token of its kind into a principal. */
export interface Authenticator {
  readonly kind: PrincipalKind;
  /** Null for a token that is not of this kind, unknown, expired, tampered with or revoked. */
  authenticate(token: string): Promise<Principal | null>;
}
export const AUTHENTICATORS = Symbol('AUTHENTICATORS');

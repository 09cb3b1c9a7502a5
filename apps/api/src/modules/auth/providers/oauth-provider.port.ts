import type { OAuthProvider } from '@app/contracts';
import type { Identity } from '../../users/index.js';

/** Somebody as a provider describes them, without anything of the provider's own shape. */
export type OAuthProfile = Identity;

/** A place where people sign in. A new one is one file and one line in the registry. */
export interface OAuthAdapter {
  readonly id: OAuthProvider;
  /** Where to send the browser for a login with this state, and the PKCE verifier that belongs to it. */
  authorize(state: string): Promise<{ url: string; verifier: string }>;
  /**
   * Who came back with this code. Throws `OAUTH_CODE_REFUSED` when the provider does not accept the code, and
   * `OAUTH_PROVIDER_UNAVAILABLE` when it does not answer or answers nonsense.
   */
  identify(code: string, verifier: string): Promise<OAuthProfile>;
}

/** What every adapter is made from. */
export interface ClientSettings {
  clientId: string;
  clientSecret: string;
  /** The one address that is registered at the provider. */
  callbackUrl: string;
  /** Milliseconds for the whole exchange with the provider. */
  timeoutMs: number;
}

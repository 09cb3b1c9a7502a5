import type { OAuthProvider } from '@app/contracts';
import type { Identity } from '../../users/index.js';

/** Somebody as a provider describes them, without anything of the provider's own shape. */
export type OAuthProfile = Identity;

/** A place where people sign in. */
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

/** Addresses of a stand-in for the provider, for development; null for the provider itself. */
export interface StandInAddresses {
  baseUrl: string | null;
  apiUrl: string | null;
}

export type CreateAdapter = (client: ClientSettings, standIn: StandInAddresses) => OAuthAdapter;

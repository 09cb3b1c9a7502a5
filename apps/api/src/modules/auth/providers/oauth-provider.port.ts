import type { OAuthProvider } from '@app/contracts';
import type { Identity } from '../../users/index.js';

export type OAuthProfile = Identity;

export interface OAuthAdapter {
  readonly id: OAuthProvider;
  authorize(state: string): Promise<{ url: string; verifier: string }>;
  /** Throws `OAUTH_CODE_REFUSED`, or `OAUTH_PROVIDER_UNAVAILABLE` when it does not answer usefully. */
  identify(code: string, verifier: string): Promise<OAuthProfile>;
}

export interface ClientSettings {
  clientId: string;
  clientSecret: string;
  callbackUrl: string;
  timeoutMs: number;
}

/** Of a sandbox in development; null for the provider itself. */
export interface StandInAddresses {
  baseUrl: string | null;
  apiUrl: string | null;
}

export type CreateAdapter = (client: ClientSettings, standIn: StandInAddresses) => OAuthAdapter;

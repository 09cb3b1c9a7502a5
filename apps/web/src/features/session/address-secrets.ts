import { pageOfPath } from '../../config/paths';

/** What a provider sent back with the browser. */
export interface ProviderReturn {
  code: string | null;
  state: string | null;
  /** The provider's reason when it refused, e.g. `access_denied`. */
  error: string | null;
}

let providerReturn: ProviderReturn = { code: null, state: null, error: null };
let emailToken: string | null = null;

/**
 * Takes sign-in codes and e-mail tokens out of the address, before any request could carry it along, any script could
 * read it, and before the browser's history keeps it.
 */
export function captureSecrets(): void {
  const { pathname, search, hash } = window.location;
  const page = pageOfPath(pathname);
  if (page === 'authCallback') {
    const query = new URLSearchParams(search);
    providerReturn = { code: query.get('code'), state: query.get('state'), error: query.get('error') };
  } else if (page === 'verifyEmail' || page === 'unsubscribe') {
    emailToken = new URLSearchParams(hash.slice(1)).get('token');
  } else {
    return;
  }
  window.history.replaceState(window.history.state, '', pathname);
}

export const capturedReturn = (): ProviderReturn => providerReturn;

/** The token of the link in the mail; null when the page was opened without one. */
export const capturedEmailToken = (): string | null => emailToken;

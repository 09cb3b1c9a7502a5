import type { Locale } from '@app/contracts';
import { redirect } from 'react-router-dom';
import { ApiFailure } from '../../api/api-error';
import type { AppDispatch, AppState } from '../../api/state';
import { readAccessToken } from '../../api/tokens';
import { address } from '../../config/paths';

interface GuardStore {
  dispatch: AppDispatch;
  getState: () => AppState;
}

/** The login page in a language, which leads back to `wanted` (path, query and hash). */
export const loginAddress = (locale: Locale, wanted: string): string =>
  address('login', locale, { query: { redirect: wanted } });

/**
 * Lets signed-in people pass. A token without a profile loads the profile; who is not signed in is sent to the login page
 * with the full path of where they wanted to go.
 * @throws Response the redirect
 * @throws ApiFailure when the profile cannot be loaded for any other reason than a refused token: an outage signs nobody out
 */
export async function requireSession(store: GuardStore, locale: Locale, wanted: string): Promise<void> {
  const signedIn = store.getState().session.phase === 'signed-in' && readAccessToken() !== null;
  if (signedIn) return;
  if (readAccessToken() === null) throw redirect(loginAddress(locale, wanted));
  try {
    const { loadProfile } = await import('../../api/session');
    await store.dispatch(loadProfile());
  } catch (error) {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes redirects as thrown responses
    if (error instanceof ApiFailure && error.error.status === 401) throw redirect(loginAddress(locale, wanted));
    throw error;
  }
}

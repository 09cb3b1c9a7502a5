import type { Locale } from '@app/contracts';
import { redirect } from 'react-router-dom';
import { ApiFailure } from '../../api/client/api-error';
import type { AppDispatch, AppState } from '../../entities/app-state';
import { readAccessToken } from '../../api/auth/tokens';
import { address } from '../../config/paths';

interface GuardStore {
  dispatch: AppDispatch;
  getState: () => AppState;
}

/** The login page in a language, which leads back to `wanted` (path, query and hash). */
export const loginAddress = (locale: Locale, wanted: string): string =>
  address('login', locale, { query: { redirect: wanted } });

/**
 * Lets signed-in people pass: null. A token without a profile loads the profile; who is not signed in gets the redirect
 * to the login page, with the full path of where they wanted to go.
 * @throws ApiFailure when the profile cannot be loaded for any other reason than a refused token: an outage signs nobody out
 */
export async function requireSession(store: GuardStore, locale: Locale, wanted: string): Promise<Response | null> {
  const toLogin = () => redirect(loginAddress(locale, wanted));
  if (readAccessToken() === null) return toLogin();
  if (store.getState().session.phase === 'signed-in') return null;
  try {
    // The machinery of calls comes with the first page that needs it.
    const { loadProfile } = await import('../../api/auth/session');
    await store.dispatch(loadProfile());
    return null;
  } catch (error) {
    if (error instanceof ApiFailure && error.error.status === 401) return toLogin();
    throw error;
  }
}

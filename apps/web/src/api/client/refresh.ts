import { routes, type Answer } from '@app/contracts';
import { ApiFailure } from './api-error';
import { withCrossTabLock } from './cross-tab-lock';
import { clearTokens, readAccessToken, readRefreshToken, storeTokens } from '../auth/tokens';
import { transmit } from './transport';

/** `refused`: the session is over and the tokens are gone. `unreachable`: nobody knows, nothing was changed. */
export type RefreshOutcome = 'renewed' | 'refused' | 'unreachable';

let running: Promise<RefreshOutcome> | null = null;

/**
 * Gets a new pair of tokens, once for all calls and all tabs that need it.
 * @param refusedAccess the access token that was answered with 401; if another one is stored by now, somebody else has
 * renewed it and there is nothing to do
 */
export function refreshSession(refusedAccess: string | null): Promise<RefreshOutcome> {
  running ??= withCrossTabLock('session-refresh', () => renew(refusedAccess)).finally(() => {
    running = null;
  });
  return running;
}

async function renew(refusedAccess: string | null): Promise<RefreshOutcome> {
  const access = readAccessToken();
  if (access !== null && access !== refusedAccess) return 'renewed';
  const refresh = readRefreshToken();
  if (refresh === null) {
    clearTokens();
    return 'refused';
  }
  const response = await transmit({ route: routes.auth.refresh, body: { refresh_token: refresh } }, null).catch(
    (error: unknown) => {
      if (error instanceof ApiFailure) return null;
      throw error;
    },
  );
  // If the tokens were changed meanwhile (a refresh in another tab, a sign-out), the change counts, not this answer.
  const stored = readRefreshToken();
  if (stored !== refresh) return stored === null ? 'refused' : 'renewed';
  if (response?.ok) {
    const { data } = (await response.json()) as { data: Answer<'auth.refresh'> };
    storeTokens(data);
    return 'renewed';
  }
  if (response === null || response.status === 429 || response.status >= 500) return 'unreachable';
  clearTokens();
  return 'refused';
}

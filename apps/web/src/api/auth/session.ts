import { PROFILE_CACHE_MS, routes, type Answer, type TokenPair, type User } from '@app/contracts';
import { ApiFailure, clientError, isApiError } from '../client/api-error';
import { authApi } from '../endpoints/auth';
import { baseApi } from '../client/base-api';
import { transmit } from '../client/transport';
import { sessionClosed, sessionOpened, type SessionEnd } from './session-slice';
import type { ApiDispatch, ApiState } from '../client/api-state';
import { readStored, writeStored } from '../../shared/storage/local-storage';
import { claimTab, leaveTab } from '../../shared/storage/tab-storage';
import { withdrawOffers } from '../../shared/toasts';
import { clearTokens, readAccessToken, readRefreshToken, storeTokens } from './tokens';

type Thunk<T> = (dispatch: ApiDispatch, getState: () => ApiState) => T;

/**
 * Ends the session in this tab: nothing of the person stays in memory. What was written waits for a session that ended by
 * itself to be opened again, but not after a sign-out.
 */
export const closeSession =
  (end: SessionEnd | null): Thunk<void> =>
  (dispatch) => {
    // Other tabs look for it once the tokens are gone.
    if (end === 'signed-out' || end === 'signed-out-everywhere') writeStored('signed_out', 'true');
    clearTokens();
    if (readStored('signed_out') !== null) {
      leaveTab();
      withdrawOffers();
    }
    dispatch(sessionClosed(end));
    dispatch(baseApi.util.resetApiState());
  };

/** The tokens are gone or refused: who was signed in here is led away; a visitor may stay. */
const loseSession =
  (end: SessionEnd): Thunk<void> =>
  (dispatch, getState) => {
    const { phase } = getState().session;
    if (phase !== 'signed-out') dispatch(closeSession(phase === 'signed-in' ? end : null));
  };

/** The tokens may be those of somebody else, who has signed in in another tab: nothing of the user before stays. */
const openSession =
  (user: User): Thunk<void> =>
  (dispatch, getState) => {
    const before = getState().session.user;
    if (before !== null && before.id !== user.id) {
      dispatch(sessionClosed(null));
      dispatch(baseApi.util.resetApiState());
    }
    writeStored('signed_out', null);
    claimTab(user.id);
    dispatch(sessionOpened(user));
  };

/**
 * The profile of the stored token. Cached for 30 s; loads at the same time are one request. Only a 401 ends the session:
 * an outage does not.
 * @throws ApiFailure
 */
export const loadProfile =
  ({ force = false } = {}): Thunk<Promise<User>> =>
  async (dispatch, getState) => {
    if (readAccessToken() === null) {
      dispatch(loseSession('elsewhere'));
      throw new ApiFailure(clientError('UNKNOWN', 401));
    }
    const { fulfilledTimeStamp = 0, isSuccess } = authApi.endpoints.me.select()(getState());
    const fresh = isSuccess && Date.now() - fulfilledTimeStamp < PROFILE_CACHE_MS;
    const request = dispatch(
      authApi.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: force || !fresh }),
    );
    try {
      const user = (await request.unwrap()) as User | undefined;
      // The cache was emptied on the way, because another tab has signed in: the answer belongs to nobody.
      if (user === undefined) return await dispatch(loadProfile({ force: true }));
      // Signed out while the answer was on its way.
      if (readAccessToken() === null) return await dispatch(loadProfile());
      dispatch(openSession(user));
      return user;
    } catch (error) {
      const failure = error instanceof ApiFailure ? error.error : isApiError(error) ? error : clientError('UNKNOWN');
      if (failure.status === 401) dispatch(loseSession('expired'));
      throw new ApiFailure(failure);
    }
  };

/** Takes over the tokens of a finished sign-in; nothing of the user before stays. */
export const adoptTokens =
  (tokens: Pick<TokenPair, 'access_token' | 'refresh_token'>): Thunk<void> =>
  (dispatch) => {
    dispatch(baseApi.util.resetApiState());
    storeTokens(tokens);
  };

const AS_THE_PAGE_GOES = { timeoutMs: 5000, keepalive: true };

/** An access token that has expired is renewed for this call alone: what is stored by now may be somebody else's. */
async function endOnServer(accessToken: string, refreshToken: string | null): Promise<void> {
  const { status } = await transmit({ route: routes.auth.logout, ...AS_THE_PAGE_GOES }, accessToken);
  if (status !== 401 || refreshToken === null) return;
  const body = { refresh_token: refreshToken };
  const renewed = await transmit({ route: routes.auth.refresh, body, ...AS_THE_PAGE_GOES }, null);
  if (!renewed.ok) return;
  const { data } = (await renewed.json()) as { data: Answer<'auth.refresh'> };
  await transmit({ route: routes.auth.logout, ...AS_THE_PAGE_GOES }, data.access_token);
}

/** Signs out here at once, then on the server, whatever it says. */
export const signOut = (): Thunk<Promise<void>> => async (dispatch) => {
  const accessToken = readAccessToken();
  const refreshToken = readRefreshToken();
  dispatch(closeSession('signed-out'));
  if (accessToken !== null) await endOnServer(accessToken, refreshToken).catch(() => undefined);
};

/** Does what another tab did, after it has changed the stored tokens. */
export const followOtherTab = (): Thunk<void> => (dispatch, getState) => {
  if (readAccessToken() === null) {
    if (getState().session.phase === 'signed-in') dispatch(closeSession('elsewhere'));
    return;
  }
  // An outage leaves this tab as it was; the next guarded page tries again.
  dispatch(loadProfile({ force: true })).catch(() => undefined);
};

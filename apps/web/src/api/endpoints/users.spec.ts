import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Preferences } from '@app/contracts';
import { http } from 'msw';
import { API, PREFERENCES, USER, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { sessionOpened } from '../auth/session-slice';
import { storeTokens } from '../auth/tokens';
import { usersApi } from './users';

const server = startServer();
const { preferences, updatePreferences, updateProfile } = usersApi.endpoints;
let asked: number;

beforeEach(() => {
  asked = 0;
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  server.use(
    http.get(`${API}/users/me/preferences`, () => {
      asked += 1;
      return ok(PREFERENCES);
    }),
  );
});

describe('preferences that are changed', () => {
  const change = async (answer: () => Response) => {
    server.use(http.patch(`${API}/users/me/preferences`, answer));
    const store = makeStore();
    await store.dispatch(preferences.initiate());
    await store.dispatch(updatePreferences.initiate({ marketingEmails: true }));
    return preferences.select()(store.getState()).data;
  };

  it('are known as the server kept them, without being asked for again', async () => {
    const kept: Preferences = { ...PREFERENCES, marketingEmails: true, timezone: 'Asia/Shanghai' };
    expect(await change(() => ok(kept))).toEqual(kept);
    expect(asked).toBe(1);
  });

  it('stay as they were when the server refuses', async () => {
    expect(await change(() => refuse('INTERNAL_ERROR'))).toEqual(PREFERENCES);
  });
});

describe('a name that is changed', () => {
  const rename = async (answer: () => Response) => {
    server.use(http.patch(`${API}/users/profile`, answer));
    const store = makeStore();
    store.dispatch(sessionOpened(USER));
    await store.dispatch(updateProfile.initiate({ name: 'Ada' }));
    return store.getState().session.user?.name;
  };

  it('is the name of the session at once', async () => {
    expect(await rename(() => ok({ ...USER, name: 'Ada' }))).toBe('Ada');
  });

  it('stays as it was when the server refuses', async () => {
    expect(await rename(() => refuse('VALIDATION_FAILED'))).toBe('Lin');
  });
});

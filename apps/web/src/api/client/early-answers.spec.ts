import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { http } from 'msw';
import { galleryItems } from '../../../test/gallery';
import { API, USER, ok, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { loadProfile } from '../auth/session';
import { storeTokens } from '../auth/tokens';
import { adoptEarlyList, imagesApi } from '../endpoints/images';

const server = startServer();
const LIST = `${API}/images?page=1&limit=12`;
const PROFILE = `${API}/auth/me`;
const FIRST = { page: 1, limit: 12 };
let asked: string[];

beforeEach(() => {
  asked = [];
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  server.use(
    http.get(`${API}/images`, () => {
      asked.push('list');
      return ok({ data: [], ...FIRST, total: 0 });
    }),
    http.get(`${API}/auth/me`, () => {
      asked.push('profile');
      return ok({ ...USER, name: 'Later' });
    }),
  );
});
afterEach(() => {
  globalThis.earlyAnswers = undefined;
});

const cameEarly = (answers: Record<string, Promise<Response> | Response | null>, token = 'access') => {
  globalThis.earlyAnswers = {
    token,
    answers: Object.fromEntries(Object.entries(answers).map(([address, answer]) => [address, Promise.resolve(answer)])),
  };
};
const earlyList = () => ok({ data: galleryItems(2), ...FIRST, total: 2 });

describe('what the page asked for early', () => {
  it('is the answer to the first request for it, and to no other', async () => {
    cameEarly({ [PROFILE]: ok({ ...USER, name: 'Early' }) });
    const { dispatch } = makeStore();
    expect((await dispatch(loadProfile())).name).toBe('Early');
    expect(asked).toEqual([]);
    expect((await dispatch(loadProfile({ force: true }))).name).toBe('Later');
    expect(asked).toEqual(['profile']);
  });

  it('is asked for again where it was refused or did not come', async () => {
    cameEarly({ [PROFILE]: null });
    expect((await makeStore().dispatch(loadProfile())).name).toBe('Later');
  });

  it('is not shown to somebody who has signed in meanwhile', async () => {
    cameEarly({ [PROFILE]: ok({ ...USER, name: 'Somebody else' }) }, 'another');
    expect((await makeStore().dispatch(loadProfile())).name).toBe('Later');
  });
});

describe('a list that was asked for early', () => {
  it('is there before its page, which asks for nothing then', async () => {
    cameEarly({ [LIST]: earlyList() });
    const { dispatch, getState } = makeStore();
    await adoptEarlyList('gallery', dispatch);
    expect(imagesApi.endpoints.gallery.select(FIRST)(getState()).data?.total).toBe(2);
    await dispatch(imagesApi.endpoints.gallery.initiate(FIRST));
    expect(asked).toEqual([]);
  });

  it.each([
    ['was refused', () => cameEarly({ [LIST]: null })],
    ['is another one', () => cameEarly({ [`${API}/images/favorites?page=1&limit=12`]: earlyList() })],
    ['was not asked for', () => undefined],
    ['is long in coming', () => cameEarly({ [LIST]: new Promise<never>(() => undefined) })],
  ])('and %s is left to its page', async (_, prepare) => {
    prepare();
    await adoptEarlyList('gallery', makeStore().dispatch);
    expect(asked).toEqual([]);
  });
});

import { afterEach, beforeEach } from '@jest/globals';
import type { Answer } from '@app/contracts';
import { delay, http } from 'msw';
import { openApp, setBrowserLanguages } from './open-app';
import { API, PREFERENCES, meHandler, ok, type startServer } from './server';

export const STATS: Answer<'users.stats'> = {
  total_generations: 20,
  total_images: 1234,
  total_favorites: 7,
  total_credits_used: 70,
  images_this_month: 12,
};

/** The profile of somebody who is signed in. */
export function startProfile(server: ReturnType<typeof startServer>) {
  let app: Awaited<ReturnType<typeof openApp>> | undefined;
  const world = {
    /** How often the account was deleted. */
    deletions: 0,
    /** Changes of the preferences, and tickets that were asked for. */
    saved: [] as unknown[],
    place: () => app?.place() ?? '',
    phase: () => app?.store.getState().session.phase,
    open: async (tab = '', prefix = '') => {
      app = await openApp(`${prefix}/profile${tab && `?tab=${tab}`}`);
    },
  };
  beforeEach(() => {
    Object.assign(world, { deletions: 0, saved: [] });
    setBrowserLanguages(['en-US']);
    window.localStorage.setItem('access_token', 'good');
    window.localStorage.setItem('refresh_token', 'refresh');
    server.use(
      meHandler('good'),
      http.get(`${API}/users/stats`, () => ok(STATS)),
      http.get(`${API}/images`, () => ok({ data: [], page: 1, limit: 6, total: 0 })),
      http.get(`${API}/users/me/preferences`, () => ok(PREFERENCES)),
      http.patch(`${API}/users/me/preferences`, async ({ request }) => {
        const change = (await request.json()) as object;
        world.saved.push(change);
        return ok({ ...PREFERENCES, ...change });
      }),
      http.delete(`${API}/users/account`, async () => {
        world.deletions += 1;
        await delay(20);
        return ok(null);
      }),
    );
  });
  afterEach(() => app?.close());
  return world;
}

import { beforeEach, describe, expect, it } from '@jest/globals';
import { http } from 'msw';
import { generation } from '../../../test/generations';
import { API, ok, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { storeTokens } from '../auth/tokens';
import { generationsApi } from './generations';

const server = startServer();
beforeEach(() => storeTokens({ access_token: 'good', refresh_token: 'refresh' }));

describe('a generation', () => {
  const { generation: shown, promptHistory } = generationsApi.endpoints;

  it('that is finished stays so when an older answer comes late', async () => {
    let finished: string | null = '2026-11-20T08:00:00.000Z';
    server.use(http.get(`${API}/images/generations/:id`, () => ok(generation({ id: 'g', finished_at: finished }))));
    const { dispatch, getState } = makeStore();
    const ask = () => dispatch(shown.initiate('g', { forceRefetch: true }));
    await ask();
    finished = null;
    await ask();
    expect(shown.select('g')(getState()).data?.finished_at).not.toBeNull();
  });

  it('has its prompt in a history that has an end', async () => {
    const pages: (string | null)[] = [];
    server.use(
      http.get(`${API}/images/prompts`, ({ request }) => {
        const page = new URL(request.url).searchParams.get('page');
        pages.push(page);
        return ok({ data: [], page: Number(page), limit: 10, total: 20 });
      }),
    );
    const { dispatch } = makeStore();
    await dispatch(promptHistory.initiate());
    const second = await dispatch(promptHistory.initiate(undefined, { direction: 'forward' }));
    expect(second.hasNextPage).toBe(false);
    expect(pages).toEqual(['1', '2']);
  });
});

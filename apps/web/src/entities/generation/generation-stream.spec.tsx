import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http } from 'msw';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { generation } from '../../../test/generations';
import { models } from '../../../test/models';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { sessionOpened } from '../../api/auth/session-slice';
import { storeTokens } from '../../api/auth/tokens';
import { useBatchesQuery } from '../../api/endpoints/batches';
import { generationsApi } from '../../api/endpoints/generations';
import { quotaApi } from '../../api/endpoints/quota';
import type { AppStore } from '../../app/store';
import { applyGenerationUpdate, fetchGeneration, followGenerations } from './generation-events';
import { jobOpened } from './generation-jobs';

const server = startServer();
const RUNNING = generation({ status: 'processing' });
const OTHER = generation({ id: '7a1f0c1e-0000-4000-8000-00000000000b', status: 'processing' });

let store: AppStore;
let asked: string[];
function note<T>(name: string, answer: T): T {
  asked.push(name);
  return answer;
}
const times = (name: string) => asked.filter((each) => each === name).length;
const jobs = () => store.getState().generationJobs;

beforeEach(() => {
  asked = [];
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  store = makeStore();
  store.dispatch(sessionOpened(USER));
  server.use(
    http.get(`${API}/batches`, () => note('batches', ok({ data: [], page: 1, limit: 12, total: 0 }))),
    http.get(`${API}/images/models`, () => note('models', ok(models()))),
    http.get(`${API}/quota`, () => note('quota', ok(QUOTA))),
    http.get(`${API}/auth/me`, () => ok(USER)),
    http.get(`${API}/images/generations/:id`, ({ params }) =>
      note(`generation ${String(params['id'])}`, ok(generation({ id: String(params['id']), status: 'completed' }))),
    ),
  );
});

/** A page that shows the balance and the engines. */
async function look() {
  await store.dispatch(quotaApi.endpoints.quota.initiate());
  await store.dispatch(generationsApi.endpoints.models.initiate());
  asked = [];
}

describe('a batch that is shown', () => {
  it('is asked for again when the state of a generation changes, but not when it stands as before', async () => {
    store.dispatch(applyGenerationUpdate(generation({ status: 'pending' })));
    const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
    const { result } = renderHook(() => useBatchesQuery(1), { wrapper });
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    act(() => store.dispatch(applyGenerationUpdate(RUNNING)));
    await waitFor(() => expect(times('batches')).toBe(2));
    await waitFor(() => expect(result.current.isFetching).toBe(false));
    act(() => store.dispatch(applyGenerationUpdate(RUNNING)));
    expect(result.current.isFetching).toBe(false);
  });
});

describe('an image that failed', () => {
  afterEach(() => {
    jest.useRealTimers();
  });
  const fail = async (error_code: 'ENGINE_UNAVAILABLE' | 'ENGINE_TIMEOUT') => {
    store.dispatch(applyGenerationUpdate(RUNNING));
    await look();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
    const failed = generation({ status: 'failed' });
    const generated_images = failed.generated_images.map((each) => ({ ...each, error_code }));
    store.dispatch(applyGenerationUpdate({ ...failed, generated_images }));
    await jest.advanceTimersByTimeAsync(1_499);
    const before = times('models');
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    await waitFor(() => expect(times('quota')).toBe(1));
    return before;
  };

  it('because its engine is down has the engines asked about, once all of the service knows of it', async () => {
    expect(await fail('ENGINE_UNAVAILABLE')).toBe(0);
    await waitFor(() => expect(times('models')).toBe(1));
  });

  it('for another reason says nothing of the engines', async () => {
    expect(await fail('ENGINE_TIMEOUT')).toBe(0);
    expect(times('models')).toBe(0);
  });
});

describe('asking how a generation stands', () => {
  it.each([
    ['NOT_FOUND', 'gone', []],
    ['UNAUTHENTICATED', 'gone', []],
    ['INTERNAL_ERROR', 'unknown', [RUNNING.id]],
  ] as const)('that is answered by %s: %s', async (code, state, open) => {
    server.use(
      http.get(`${API}/images/generations/:id`, () => refuse(code)),
      http.post(`${API}/auth/refresh`, () => refuse('UNAUTHENTICATED')),
    );
    store.dispatch(jobOpened(RUNNING.id));
    expect(await store.dispatch(fetchGeneration(RUNNING.id))).toBe(state);
    expect(jobs().open).toEqual(open);
  });

  it.each([
    ['processing', 'open', [RUNNING.id]],
    ['completed', 'finished', []],
  ] as const)('that is %s is %s', async (status, state, open) => {
    server.use(http.get(`${API}/images/generations/:id`, () => ok(generation({ status }))));
    expect(await store.dispatch(fetchGeneration(RUNNING.id))).toBe(state);
    expect(jobs().open).toEqual(open);
  });
});

describe('the stream', () => {
  let stop: () => void;
  beforeEach(async () => {
    stop = store.dispatch(followGenerations());
    await waitFor(() => expect(server.imageEvents.isConnected).toBe(true));
  });
  afterEach(() => stop());

  it('tells of what runs, and what is not among it any more is asked for', async () => {
    store.dispatch(jobOpened(OTHER.id));
    server.imageEvents.send('snapshot', { generations: [RUNNING] });
    await waitFor(() => expect(jobs().open).toEqual([RUNNING.id]));
    expect(asked).toEqual([`generation ${OTHER.id}`]);
  });

  it('tells how far an image is, and that it is done', async () => {
    server.imageEvents.send('generation', RUNNING);
    await waitFor(() => expect(jobs().open).toEqual([RUNNING.id]));
    const image_id = RUNNING.generated_images[0]?.id ?? '';
    const progress = { generation_id: RUNNING.id, image_id, stage: 'drawing', fraction: 0.5, preview: null } as const;
    server.imageEvents.send('progress', progress);
    await waitFor(() => expect(jobs().progress[image_id]).toEqual(progress));
    server.imageEvents.send('generation', generation({ status: 'completed' }));
    await waitFor(() => expect(jobs()).toMatchObject({ open: [], progress: {} }));
  });

  it('tells that the balance has changed', async () => {
    await look();
    server.imageEvents.send('quota', {});
    await waitFor(() => expect(times('quota')).toBe(1));
    expect(times('batches')).toBe(0);
  });

  it('tells that somebody signed out elsewhere', async () => {
    server.imageEvents.send('signed_out', {});
    await waitFor(() => expect(store.getState().session).not.toMatchObject({ user: USER }));
  });
});

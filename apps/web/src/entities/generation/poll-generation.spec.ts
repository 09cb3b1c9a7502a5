import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { POLL_EVERY_MS, POLL_RECHECKS, type GenerationStatus } from '@app/contracts';
import { http } from 'msw';
import { generation } from '../../../test/generations';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { sessionClosed, sessionOpened } from '../../api/auth/session-slice';
import { storeTokens } from '../../api/auth/tokens';
import { generationsApi } from '../../api/endpoints/generations';
import { storeGeneration } from './generation-events';
import { pollGeneration } from './poll-generation';

const server = startServer();
// The clock of the tests is held; answers of the server still take a turn.
const realTimeout = setTimeout;
const nextTurn = () => new Promise((resolve) => realTimeout(resolve, 1));
const RUNNING = generation({ status: 'processing' });
let checks: number;

beforeEach(() => {
  checks = 0;
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  server.use(
    meHandler('access'),
    http.get(`${API}/images/generations/:id`, () => {
      checks += 1;
      return ok(RUNNING);
    }),
  );
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lets time pass until so many checks were made. */
const passChecks = async (count: number) => {
  const isDone = () => checks >= count;
  for (let turns = count * 200; turns > 0 && !isDone(); turns -= 1) {
    await jest.advanceTimersByTimeAsync(POLL_EVERY_MS / 10);
    await nextTurn();
  }
  return checks;
};

it.each([true, false])('a generation that has ended is not under way again (known: %s)', async (isKnown) => {
  const ended = generation({ status: 'completed' });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(ended)));
  const store = makeStore();
  const opened: string[][] = [];
  store.subscribe(() => void opened.push(store.getState().generationJobs.open));
  if (isKnown) store.dispatch(storeGeneration(ended));
  const poll = store.dispatch(pollGeneration(ended.id));
  for (let turn = 0; turn < 300; turn += 1) await Promise.all([jest.advanceTimersByTimeAsync(100), nextTurn()]);
  await poll;
  expect(opened.flat()).toEqual([]);
});

it('polls a generation again after it gave up', async () => {
  const store = makeStore();
  store.dispatch(storeGeneration(RUNNING));
  const first = store.dispatch(pollGeneration(RUNNING.id));
  expect(await passChecks(POLL_RECHECKS + 1)).toBe(POLL_RECHECKS + 1);
  await first;
  expect(store.getState().generationJobs.pollingErrors[RUNNING.id]).toBe('timeout');
  void store.dispatch(pollGeneration(RUNNING.id));
  expect(await passChecks(POLL_RECHECKS + 2)).toBe(POLL_RECHECKS + 2);
});

describe('what nobody knows anything about', () => {
  // The one above is still polled.
  const id = '7a1f0c1e-0000-4000-8000-00000000000b';
  const state = (status: GenerationStatus) => () => ok(generation({ id, status }));
  const answerChecks = (...answers: (() => Response)[]) =>
    server.use(
      http.get(`${API}/images/generations/:id`, () => {
        const answer = answers[Math.min(checks, answers.length - 1)] ?? answers[0];
        checks += 1;
        return answer?.() ?? refuse('INTERNAL_ERROR');
      }),
    );
  const outage = () => refuse('SERVICE_UNAVAILABLE');
  const start = () => {
    const store = makeStore();
    store.dispatch(sessionOpened(USER));
    const jobs: { open: string[]; pollingErrors: object }[] = [];
    store.subscribe(() => void jobs.push(store.getState().generationJobs));
    const poll = store.dispatch(pollGeneration(id));
    const cached = () => generationsApi.endpoints.generation.select(id)(store.getState()).data?.status;
    return { store, poll, cached, opened: () => new Set(jobs.flatMap(({ open }) => open)) };
  };

  it('is asked for until an answer comes, and is no job where it had ended', async () => {
    answerChecks(outage, outage, state('completed'));
    const { poll, cached, opened } = start();
    expect(await passChecks(3)).toBe(3);
    await poll;
    expect(cached()).toBe('completed');
    expect(opened()).toEqual(new Set());
  });

  it('is a job as soon as it is known to run, and is polled on', async () => {
    answerChecks(outage, state('processing'), outage, state('completed'));
    const { poll, cached, opened, store } = start();
    await passChecks(1);
    expect(opened()).toEqual(new Set());
    await passChecks(2);
    expect(store.getState().generationJobs.open).toEqual([id]);
    expect(await passChecks(4)).toBe(4);
    await poll;
    expect([cached(), store.getState().generationJobs.open]).toEqual(['completed', []]);
  });

  it('is not asked for any more when the person signs out', async () => {
    answerChecks(outage);
    const { store, poll } = start();
    await passChecks(2);
    store.dispatch(sessionClosed('signed-out'));
    for (let turn = 0; turn < 30; turn += 1)
      await Promise.all([jest.advanceTimersByTimeAsync(POLL_EVERY_MS), nextTurn()]);
    await poll;
    expect(checks).toBe(2);
  });
});

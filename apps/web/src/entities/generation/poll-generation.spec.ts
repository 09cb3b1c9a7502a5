import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { POLL_EVERY_MS, POLL_RECHECKS } from '@app/contracts';
import { http } from 'msw';
import { generation } from '../../../test/generations';
import { API, ok, startServer } from '../../../test/server';
import { storeTokens } from '../../api/auth/tokens';
import { makeStore } from '../../app/store';
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

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { HttpResponse, http } from 'msw';
import { API, refuse, startServer } from '../../../test/server';
import { storeTokens } from '../auth/tokens';
import type { ImageMessage } from './image-stream';
import { subscribeToImageEvents } from './subscribe-to-image-events';

const server = startServer();
// The clock of the tests is held; answers of the server still take a turn.
const realTimeout = setTimeout;
const nextTurn = () => new Promise((resolve) => realTimeout(resolve, 1));
let received: ImageMessage['name'][];
let stop: () => void;

const until = async (isDone: () => boolean) => {
  while (!isDone()) await nextTurn();
};

beforeEach(() => {
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'nextTick'] });
  received = [];
  stop = subscribeToImageEvents(({ name }) => received.push(name));
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Lets time pass until something has happened. */
async function pass(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await jest.advanceTimersByTimeAsync(100);
    await nextTurn();
  }
}

/** Cuts the connection and waits for the next one. */
async function reconnect(): Promise<void> {
  const { positions } = server.imageEvents;
  const before = positions.length;
  server.imageEvents.end();
  await pass(() => positions.length > before);
}

it('continues from the last message that had a position', async () => {
  await until(() => server.imageEvents.isConnected);
  server.imageEvents.send('snapshot', { generations: [] }, '7');
  await until(() => received.length === 1);
  await reconnect();
  expect(server.imageEvents.positions).toEqual([null, '7']);
});

it('keeps the position when a message has none', async () => {
  await until(() => server.imageEvents.isConnected);
  server.imageEvents.send('snapshot', { generations: [] }, '7');
  server.imageEvents.send('quota', {});
  await until(() => received.length === 2);
  await reconnect();
  expect(server.imageEvents.positions).toEqual([null, '7']);
});

it.each([503, 429])(
  'comes back later and later while it is refused by %i, and hears nothing in that',
  async (status) => {
    await until(() => server.imageEvents.isConnected);
    let refusals = 0;
    server.use(
      http.get(`${API}/images/events`, () => {
        refusals += 1;
        return new HttpResponse('event: quota\ndata: {}\n\n', { status });
      }),
    );
    const wait = jest.spyOn(globalThis, 'setTimeout');
    server.imageEvents.end();
    await pass(() => refusals === 6);
    const pauses = [1_000, 2_000, 4_000, 8_000, 15_000];
    const waited = wait.mock.calls.map(([, ms = 0]) => ms).filter((ms) => pauses.includes(ms));
    expect(waited.slice(0, 6)).toEqual([...pauses, 15_000]);
    expect(received).toEqual([]);
  },
);

it('gives its place to another tab at once when it stops', async () => {
  await until(() => server.imageEvents.isConnected);
  const wait = jest.spyOn(globalThis, 'setTimeout');
  stop();
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  expect(wait.mock.calls.filter(([, ms]) => ms === 1_000)).toEqual([]);
});

it('comes back no more once nobody is signed in', async () => {
  await until(() => server.imageEvents.isConnected);
  let refusals = 0;
  server.use(
    http.get(`${API}/images/events`, () => {
      refusals += 1;
      return refuse('UNAUTHENTICATED');
    }),
    http.post(`${API}/auth/refresh`, () => refuse('REFRESH_TOKEN_INVALID')),
  );
  server.imageEvents.end();
  await pass(() => refusals > 0);
  await until(() => jest.getTimerCount() === 0);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(refusals).toBe(1);
});

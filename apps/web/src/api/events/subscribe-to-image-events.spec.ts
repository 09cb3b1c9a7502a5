import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { startServer } from '../../../test/server';
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
  jest.useRealTimers();
});

/** Cuts the connection and waits for the next one. */
async function reconnect(): Promise<void> {
  const { positions } = server.imageEvents;
  const before = positions.length;
  server.imageEvents.end();
  while (positions.length === before) {
    await jest.advanceTimersByTimeAsync(100);
    await nextTurn();
  }
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

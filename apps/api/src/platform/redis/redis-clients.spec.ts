import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { commandOptions, keepSubscribed, subscriberOptions } from './redis-clients.js';

/** A client that notes its subscriptions, and refuses them while `refuses`. */
class Client extends EventEmitter {
  readonly options = { autoResubscribe: true };
  readonly sent: string[][] = [];
  status = 'ready';
  refuses = false;
  subscribe = (...channels: string[]): Promise<number> => this.send('subscribe', channels);
  psubscribe = (...channels: string[]): Promise<number> => this.send('psubscribe', channels);

  private send(method: string, channels: string[]): Promise<number> {
    this.sent.push([method, ...channels]);
    return this.refuses ? Promise.reject(new Error('NOAUTH')) : Promise.resolve(channels.length);
  }
}

let client: Client;
beforeEach(() => {
  jest.useFakeTimers();
  client = new Client();
  keepSubscribed(client as unknown as Redis);
});
afterEach(() => void jest.useRealTimers());

test('a client subscribes again after each reconnect, to all that it was asked for', async () => {
  client.emit('ready');
  expect([client.sent, client.options.autoResubscribe]).toEqual([[], false]);
  expect(await client.psubscribe('a*')).toBe(1);
  await client.psubscribe('b*');
  await client.subscribe('c');
  client.sent.length = 0;
  client.emit('ready');
  expect(client.sent).toEqual([
    ['subscribe', 'c'],
    ['psubscribe', 'a*', 'b*'],
  ]);
});

test('what is refused is told, and asked for every second until it is granted', async () => {
  client.refuses = true;
  await expect(client.psubscribe('a*')).rejects.toThrow('NOAUTH');
  client.emit('ready');
  await jest.advanceTimersByTimeAsync(999);
  expect(client.sent).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(client.sent).toHaveLength(3);
  client.refuses = false;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(client.sent).toHaveLength(4);
});

test('nothing is asked for while there is no connection', async () => {
  client.refuses = true;
  await expect(client.psubscribe('a*')).rejects.toThrow('NOAUTH');
  client.status = 'reconnecting';
  await jest.advanceTimersByTimeAsync(10_000);
  expect(client.sent).toHaveLength(1);
});

test.each([
  [1, 200],
  [2, 400],
  [4, 1_600],
  [5, 2_000],
  [100_000, 2_000],
])('before try %d to reconnect, a client waits %d ms', (times, ms) => {
  for (const { retryStrategy } of [commandOptions, subscriberOptions]) expect(retryStrategy?.(times)).toBe(ms);
});

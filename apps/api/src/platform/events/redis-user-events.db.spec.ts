import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startRedis, type RedisServer } from '@app/sandbox/redis';
import type { Redis, RedisOptions } from 'ioredis';
import { until } from '../../../test/support/timing/until.js';
import type { Config } from '../config/config.js';
import { commandOptions, connectRedis, keepSubscribed, subscriberOptions } from '../redis/redis-clients.js';
import { RedisUserEvents } from './redis-user-events.js';
import type { UserEvent } from './user-events.js';

const USER = '7a1f0c1e-0000-4000-8000-00000000000a';
const CONFIG = { installationId: 'test' } as Config;

let dir: string;
let server: RedisServer;
const clients: Redis[] = [];
afterAll(async () => {
  clients.forEach((client) => client.disconnect());
  await server.kill();
  await rm(dir, { recursive: true, force: true });
});

let sender: Redis;
let here: RedisUserEvents;
const heard = { here: [] as string[], there: [] as string[] };

async function startProcess(): Promise<{ events: RedisUserEvents; commands: Redis }> {
  const connect = (options: RedisOptions): Redis => connectRedis(server.url, options, () => undefined);
  const [commands, subscriber] = [connect(commandOptions), keepSubscribed(connect(subscriberOptions))];
  clients.push(commands, subscriber);
  const events = new RedisUserEvents(commands, subscriber, CONFIG);
  await events.listen();
  await until(() => commands.status === 'ready');
  return { events, commands };
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'events-'));
  server = await startRedis({ dir });
  const [one, other] = [await startProcess(), await startProcess()];
  sender = one.commands;
  here = one.events;
  one.events.subscribe(USER, ({ name }) => heard.here.push(name));
  other.events.subscribe(USER, ({ name }) => heard.there.push(name));
});
beforeEach(async () => {
  await until(() => sender.status === 'ready');
  heard.here = [];
  heard.there = [];
});

const event = (name: 'quota' | 'signed_out'): UserEvent => ({ name, data: {} });
const progress = { generation_id: 'g', image_id: 'i', stage: 'drawing', fraction: 0.5, preview: null } as const;

test('an event reaches the listeners of every process', async () => {
  here.publish(USER, event('quota'));
  await until(() => heard.here.length > 0 && heard.there.length > 0);
  expect(heard).toEqual({ here: ['quota'], there: ['quota'] });
});

test('an event that meets a dropped connection is heard here at once, and everywhere once the connection is back', async () => {
  sender.disconnect(true);
  here.publish(USER, event('signed_out'));
  await until(() => heard.here.length === 1);
  await until(() => heard.there.length === 1);
  expect(heard.there).toEqual(['signed_out']);
});

test('progress that meets a dropped connection is not sent later', async () => {
  sender.disconnect(true);
  here.publish(USER, { name: 'progress', data: progress });
  here.publish(USER, event('quota'));
  await until(() => heard.there.length > 0);
  expect(heard.there).toEqual(['quota']);
});

test('a process whose password was refused for a while hears again once it is right', async () => {
  const operator = connectRedis(server.url, commandOptions, () => undefined);
  clients.push(operator);
  await until(() => operator.status === 'ready');
  await operator.config('SET', 'requirepass', 'another');
  await operator.client('KILL', 'TYPE', 'pubsub');
  const refusals = async (): Promise<number> =>
    Number(/errorstat_NOAUTH:count=(\d+)/.exec(await operator.info('errorstats'))?.[1] ?? 0);
  await until(async () => (await refusals()) >= clients.length - 1);
  await operator.config('SET', 'requirepass', '');
  await until(() => sender.status === 'ready');
  await until(() => {
    here.publish(USER, event('quota'));
    return heard.there.length > 0;
  });
  expect(new Set(heard.there)).toEqual(new Set(['quota']));
});

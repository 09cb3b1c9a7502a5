import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createHttpApp } from '../http-app.js';
import { useApp, type Answered } from '../../test/support/app.js';
import { testConfig } from '../../test/support/config.js';
import { inTime } from '../../test/support/timing/in-time.js';
import { untilBlocked } from '../../test/support/database/database-locks.js';
import { TcpProxy } from '../../test/support/http/proxy.js';
import { CONFIG } from './config/config.module.js';
import type { Config } from './config/config.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from './events/user-events.js';

const { redisUrl: REDIS_URL, database: DATABASE } = testConfig();
const PER_MINUTE = 40;
const WAIT_MS = 2_000;
const DATABASE_WAIT_MS = String(WAIT_MS);
/** An answer waits once, not for one thing after the other. */
const WAITED_TWICE_MS = 2 * WAIT_MS;

const database = TcpProxy.before(DATABASE.url);
const redis = TcpProxy.before(REDIS_URL);
beforeAll(async () => {
  await database.open();
  await redis.open();
});
const api = useApp({
  isRedisGivenUp: true,
  env: (databaseUrl) => ({
    DATABASE_URL: database.urlThrough(databaseUrl),
    REDIS_URL: redis.urlThrough(REDIS_URL),
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    DATABASE_WAIT_MS,
  }),
});
afterAll(async () => {
  await database.down();
  await redis.down();
});

const timed = async (ask: () => Promise<Answered>): Promise<Answered & { ms: number }> => {
  const { value, ms } = await inTime(ask);
  return { ...value, ms };
};
const health = async () => (await api.get<{ database: string; redis: string }>('/health')).body;
const until = async (met: () => Promise<boolean>) => {
  while (!(await met())) await sleep(50);
};
/** It is remembered for a second. */
const untilHealthKnows = () => until(async () => !(await health()).success);
const recovered = () => until(async () => (await health()).data?.redis === 'ok');
// A process starts without its database, too.
beforeAll(recovered);

afterEach(async () => {
  await database.open();
  await redis.open();
  await recovered();
});

const expectUnavailable = (answer: Answered & { ms: number }) => {
  expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'SERVICE_UNAVAILABLE' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.ms).toBeLessThan(WAITED_TWICE_MS);
};

describe('a database that went away', () => {
  test('is told at once, in words that keep people signed in, and forgotten when it is back', async () => {
    const { token, refreshToken } = await api.signIn();
    await database.down();
    for (let i = 0; i < 3; i++) {
      expectUnavailable(await timed(() => api.get('/users/profile', { token })));
      expectUnavailable(await timed(() => api.post('/auth/refresh', { body: { refresh_token: refreshToken } })));
    }
    await untilHealthKnows();
    expectUnavailable(await timed(() => api.get('/health')));
    expect((await api.get('/users/profile')).status).toBe(401);
    expect((await api.get('/images/styles')).status).toBe(200);

    await database.open();
    await until(async () => (await api.get('/users/profile', { token })).status === 200);
    expect((await api.post('/auth/refresh', { body: { refresh_token: refreshToken } })).status).toBe(200);
  });

  test('with many requests at once is told to all of them', async () => {
    const { token } = await api.signIn();
    await database.down();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => timed(() => api.get('/users/profile', { token }))),
    );
    for (const answer of answers) expectUnavailable(answer);
  });

  test('that fell silent is answered by 503 in time', async () => {
    const { token } = await api.signIn();
    await api.get('/users/profile', { token });
    database.stall();
    expectUnavailable(await timed(() => api.get('/users/profile', { token })));
    expectUnavailable(await timed(() => api.get('/users/profile', { token })));
    await untilHealthKnows();
    expectUnavailable(await timed(() => api.get('/health')));
  });

  test('that fell silent is answered by 503 to calls without an access token', async () => {
    const { refreshToken } = await api.signIn();
    const refresh = () => api.post('/auth/refresh', { body: { refresh_token: refreshToken } });
    database.stall();
    const answers = await Promise.all(
      [refresh, refresh, () => api.get(`/images/shared/${'x'.repeat(32)}`)].map((ask) => timed(ask)),
    );
    for (const answer of answers) expectUnavailable(answer);
    await database.open();
    await until(async () => (await refresh()).status === 200);
  });

  test('that fell silent is answered by 503 to each of several requests on one connection', async () => {
    const { token } = await api.signIn();
    const { hostname, port } = new URL(api.url);
    const ask = `GET /api/users/profile HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`;
    database.stall();
    const { value: answers, ms } = await inTime(async () => {
      const socket = connect(Number(port), hostname);
      socket.write(`${ask}\r\n${ask}\r\n${ask}connection: close\r\n\r\n`);
      return text(socket);
    });
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 503'));
    expect(ms).toBeLessThan(WAITED_TWICE_MS);
  });

  test('that makes one request wait for a lock answers it', async () => {
    const { userId, token } = await api.signIn();
    const runner = api.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`select 1 from users where id = $1 for update`, [userId]);
    let isAnswered = false;
    const saved = api.request('PATCH', '/users/profile', { token, body: { name: 'Patient' } }).finally(() => {
      isAnswered = true;
    });
    await untilBlocked(runner.manager);
    expect(isAnswered).toBe(false);
    await runner.rollbackTransaction();
    await runner.release();
    expect((await saved).status).toBe(200);
  });

  /** Saves a name while the process stands still for longer than it waits, and the row is locked all the while. */
  async function saveWhileStandingStill(): Promise<number> {
    const { userId, token } = await api.signIn();
    const runner = api.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`select 1 from users where id = $1 for update`, [userId]);
    const saved = api.request('PATCH', '/users/profile', { token, body: { name: 'Patient' } });
    const pause = new Int32Array(new SharedArrayBuffer(4));
    await untilBlocked(runner.manager);
    Atomics.wait(pause, 0, 0, WAIT_MS + 500);
    await sleep(200);
    await runner.rollbackTransaction();
    await runner.release();
    return (await saved).status;
  }

  test('is not blamed for the time in which the process itself was suspended', async () => {
    const statuses: number[] = [];
    // One more pause, of the machine, and the wait for the lock is over.
    while (!statuses.includes(200) && statuses.length < 3) statuses.push(await saveWhileStandingStill());
    expect(statuses).toContain(200);
  });

  test('was not there at the start keeps nothing from starting', async () => {
    await database.down();
    const config = testConfig({
      DATABASE_URL: database.urlThrough(api.databaseUrl),
      DATABASE_WAIT_MS,
      INSTALLATION_ID: api.app.get<Config>(CONFIG).installationId,
    });
    const app = await createHttpApp(config);
    try {
      await app.listen(0, '127.0.0.1');
      const ask = async () => (await fetch(`${await app.getUrl()}/api/health`)).status;
      expect(await ask()).toBe(503);
      await database.open();
      await until(async () => (await ask()) === 200);
    } finally {
      await app.close();
    }
  });

  test('says nothing from the start keeps nothing from stopping', async () => {
    database.stall();
    const config = testConfig({
      DATABASE_URL: database.urlThrough(api.databaseUrl),
      DATABASE_WAIT_MS,
      INSTALLATION_ID: api.app.get<Config>(CONFIG).installationId,
    });
    const app = await createHttpApp(config);
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    await app.close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

describe('a Redis that', () => {
  const hear = (userId: string): { heard: UserEvent[]; leave: () => void } => {
    const heard: UserEvent[] = [];
    const leave = api.app.get<UserEvents>(USER_EVENTS).subscribe(userId, (event) => heard.push(event));
    return { heard, leave };
  };
  const signOut = (session_id: string) => ({ name: 'signed_out', data: { session_id } }) as const;
  const publish = (userId: string, session: string) =>
    api.app.get<UserEvents>(USER_EVENTS).publish(userId, signOut(session));

  test.each([
    ['went away', () => redis.down()],
    ['fell silent', async () => redis.stall()],
  ])('%s costs no answer', async (_, breakIt) => {
    const { token, refreshToken } = await api.signIn();
    await breakIt();
    for (const ask of [
      () => api.get('/users/profile', { token }),
      () => api.get('/quota/plans'),
      () => api.post('/auth/refresh', { body: { refresh_token: refreshToken } }),
      () => api.post('/auth/logout', { token }),
    ]) {
      const answer = await timed(ask);
      expect(answer.status).toBe(200);
      expect(answer.ms).toBeLessThan(WAITED_TWICE_MS);
    }
    await until(async () => (await health()).data?.redis === 'down');
    expect(await health()).toMatchObject({ success: true, data: { database: 'ok' } });
  });

  test('went away leaves people limited', async () => {
    const { token } = await api.signIn();
    await redis.down();
    const answers = await Promise.all(Array.from({ length: PER_MINUTE + 5 }, () => api.get('/auth/verify', { token })));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('went away lets a process hear itself, and carries events again when it is back', async () => {
    const userId = randomUUID();
    const { heard, leave } = hear(userId);
    await redis.down();
    publish(userId, 'while-away');
    await until(async () => heard.length > 0);
    expect(heard).toEqual([signOut('while-away')]);

    await redis.open();
    await recovered();
    await until(async () => {
      publish(userId, 'back');
      await sleep(20);
      return heard.some((event) => isDeepStrictEqual(event, signOut('back')));
    });
    leave();
    const count = heard.length;
    publish(userId, 'after');
    await recovered();
    expect(heard).toHaveLength(count);
  });
});

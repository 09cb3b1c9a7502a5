import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { testConfig } from '../../../test/support/config.js';
import { until } from '../../../test/support/until.js';
import { createHttpApp } from '../../http-app.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { rows } from '../../platform/database/rows.js';
import { SessionMemory } from './application/session-memory.js';
import { Sessions } from './persistence/sessions.js';

const api = useApp();
let other: NestFastifyApplication;
beforeAll(async () => {
  other = await createHttpApp(testConfig({ DATABASE_URL: api.databaseUrl, INSTANCE_ID: 'other' }));
  await other.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await other.close();
});

const memory = (app = api.app) => app.get(SessionMemory, { strict: false });
const isAlive = async (token: string) => (await api.get('/auth/verify', { token })).status === 200;
const isAliveThere = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${await other.getUrl()}/api/auth/verify`, { headers })).status === 200;
};
/** Signed in, and known to the process by heart. */
async function remembered(): Promise<SignedIn> {
  const person = await api.signIn();
  await until(async () => (await isAlive(person.token)) && memory().recall(person.sessionId) !== undefined);
  return person;
}
const principal = (sessionId: string) => ({ userId: randomUUID(), sessionId, plan: 'free' as const });
const rememberedThere = ({ token, sessionId }: SignedIn) =>
  until(async () => (await isAliveThere(token)) && memory(other).recall(sessionId) !== undefined);
/** Once the notice has come. */
const refusedThere = ({ token }: SignedIn) => until(async () => !(await isAliveThere(token)));
/** As nobody of the product does it, so that no process is told. */
const endSilently = (sessionId: string) =>
  api.dataSource.query(`update sessions set revoked_at = now(), revoke_reason = 'logout' where id = $1`, [sessionId]);

describe('a remembered session', () => {
  test('is not looked up again for whoever only reads', async () => {
    const { token, sessionId } = await remembered();
    await endSilently(sessionId);
    expect(await isAlive(token)).toBe(true);
  });

  test.each<[string, string, unknown]>([
    ['POST', '/users/me/login', undefined],
    ['PATCH', '/users/profile', { name: 'x' }],
    ['POST', '/images/generate', { prompt: 'x' }],
    ['DELETE', '/users/account', undefined],
    ['POST', '/auth/logout', undefined],
    ['GET', '/images/events', undefined],
    ['GET', '/images/generations/export?format=csv', undefined],
  ])('is looked up for %s %s', async (method, path, body) => {
    const { token, sessionId } = await remembered();
    await endSilently(sessionId);
    expect((await api.request(method, path, { token, body })).status).toBe(401);
  });

  test('is forgotten by whoever finds it ended', async () => {
    const { token, sessionId } = await remembered();
    await endSilently(sessionId);
    expect((await api.post('/auth/logout', { token })).status).toBe(401);
    expect(await isAlive(token)).toBe(false);
  });

  test('is nobody else’s', async () => {
    const [one, two] = [await remembered(), await remembered()];
    expect(memory().recall(one.sessionId)?.userId).toBe(one.userId);
    expect(memory().recall(two.sessionId)?.userId).toBe(two.userId);
  });

  test('is refused in the same process once the sign-out was answered', async () => {
    const { token } = await remembered();
    await api.post('/auth/logout', { token });
    expect(await isAlive(token)).toBe(false);
  });

  test('is refused in every other process as soon as the notice has arrived', async () => {
    const person = await remembered();
    await rememberedThere(person);
    await api.post('/auth/logout', { token: person.token });
    await refusedThere(person);
    expect(memory(other).recall(person.sessionId)).toBeUndefined();
  });

  test('is refused everywhere when its account is removed', async () => {
    const leaving = await remembered();
    await rememberedThere(leaving);
    await api.request('DELETE', '/users/account', { token: leaving.token });
    expect(await isAlive(leaving.token)).toBe(false);
    await refusedThere(leaving);
  });

  test('is refused everywhere when a stolen refresh token shows up', async () => {
    const stolen = await remembered();
    await rememberedThere(stolen);
    const refresh = async (refresh_token: string) =>
      (await api.post<{ refresh_token: string }>('/auth/refresh', { body: { refresh_token } })).body.data;
    const next = await refresh(stolen.refreshToken);
    await refresh(next.refresh_token);
    await refresh(stolen.refreshToken);
    expect(await isAlive(stolen.token)).toBe(false);
    await refusedThere(stolen);
  });

  test('is forgotten before the transaction that ends it is committed, and not taken up again until then', async () => {
    const { token, userId, sessionId } = await remembered();
    const sessions = api.app.get(Sessions, { strict: false });
    await inTransaction(api.dataSource, async (tx) => {
      await sessions.revokeAll(tx, userId, 'account_deleted');
      expect(memory().recall(sessionId)).toBeUndefined();
      expect(await isAlive(token)).toBe(true);
      expect(memory().recall(sessionId)).toBeUndefined();
    });
    expect(await isAlive(token)).toBe(false);
  });
});

describe('the memory', () => {
  test('knows a session no longer than it lives', async () => {
    await remembered();
    const [over, living] = [randomUUID(), randomUUID()];
    memory().remember(principal(over), 0, memory().moment);
    memory().remember(principal(living), 600_000, memory().moment);
    expect(memory().recall(over)).toBeUndefined();
    expect(memory().recall(living)).toMatchObject({ sessionId: living });
  });

  test('takes no look-up for true that began before a session ended', async () => {
    const { sessionId } = await remembered();
    const { moment } = memory();
    await api.app.get(Sessions, { strict: false }).revoke(api.dataSource, sessionId, 'logout');
    memory().remember(principal(sessionId), 600_000, moment);
    expect(memory().recall(sessionId)).toBeUndefined();
  });

  test('is bounded', async () => {
    await remembered();
    for (let i = 0; i < 10_050; i += 1) memory().remember(principal(randomUUID()), 600_000, memory().moment);
    expect(memory().size).toBe(10_000);
  });
});

describe('a process that is not sure to hear of ends', () => {
  const listeners = () =>
    rows<{ pid: number }>(
      api.dataSource,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'app-listener'`,
    );

  test('asks the database when its connection was cut, and remembers again with a new one', async () => {
    const { token, sessionId } = await remembered();
    const unasked = await remembered();
    const { moment } = memory();
    await endSilently(sessionId);
    await endSilently(unasked.sessionId);
    expect(await isAlive(token)).toBe(true);
    await rows(
      api.dataSource,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'app-listener'`,
    );
    await until(async () => !(await isAlive(token)));
    const late = randomUUID();
    const again = await remembered();
    memory().remember(principal(late), 600_000, moment);
    expect(memory().recall(late)).toBeUndefined();
    expect(memory().recall(again.sessionId)?.userId).toBe(again.userId);
    expect(await isAlive(unasked.token)).toBe(false);
  });

  test('asks the database while nothing comes from there, and trusts what it knows when it has caught up', async () => {
    const { token, sessionId } = await remembered();
    await endSilently(sessionId);
    const frozen = await listeners();
    expect(frozen).toHaveLength(2);
    const { moment } = memory();
    try {
      for (const { pid } of frozen) process.kill(pid, 'SIGSTOP');
      await until(() => memory().recall(sessionId) === undefined);
      // Not relied on, though nothing is known to be missing.
      expect(memory().moment).toBe(moment);
      expect(await isAlive(token)).toBe(false);
    } finally {
      for (const { pid } of frozen) process.kill(pid, 'SIGCONT');
    }
    const again = await remembered();
    await api.post('/auth/logout', { token: again.token });
    expect(await isAlive(again.token)).toBe(false);
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { testConfig } from '../../../test/support/config.js';
import { createHttpApp } from '../../http-app.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';
import { SessionAuthenticator } from './application/session-authenticator.js';

const api = useApp();
let other: NestFastifyApplication;
beforeAll(async () => {
  const { installationId } = api.app.get<Config>(CONFIG);
  other = await createHttpApp(testConfig({ DATABASE_URL: api.databaseUrl, INSTALLATION_ID: installationId }));
  await other.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await other.close();
});

/** Statuses of the same call at both processes. */
async function statuses({ token }: SignedIn): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const there = await fetch(`${await other.getUrl()}/api/auth/verify`, { headers });
  return [(await api.get('/auth/verify', { token })).status, there.status];
}

test('a log-out acts at once in every process', async () => {
  const user = await api.signIn();
  expect(await statuses(user)).toEqual([200, 200]);
  await api.post('/auth/logout', { token: user.token });
  expect(await statuses(user)).toEqual([401, 401]);
});

test('the removal of an account acts at once in every process', async () => {
  const user = await api.signIn();
  expect(await statuses(user)).toEqual([200, 200]);
  await api.request('DELETE', '/users/account', { token: user.token });
  expect(await statuses(user)).toEqual([401, 401]);
});

test('the reuse of a refresh token acts at once in every process', async () => {
  const user = await api.signIn();
  const refresh = async (refresh_token: string) =>
    (await api.post<{ refresh_token: string }>('/auth/refresh', { body: { refresh_token } })).body.data;
  const next = await refresh(user.refreshToken);
  await refresh(next.refresh_token);
  expect(await statuses(user)).toEqual([200, 200]);
  await refresh(user.refreshToken);
  expect(await statuses(user)).toEqual([401, 401]);
});

test('a plan that is changed in the database acts on the next request', async () => {
  const { token, userId } = await api.signIn();
  const planOf = async () => (await api.app.get(SessionAuthenticator, { strict: false }).authenticate(token))?.plan;
  expect(await planOf()).toBe('free');
  await api.dataSource.query(`update users set plan = 'pro' where id = $1`, [userId]);
  expect(await planOf()).toBe('pro');
});

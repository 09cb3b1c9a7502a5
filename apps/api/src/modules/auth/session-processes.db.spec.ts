import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { Browser } from '../../../test/support/http/browser.js';
import { testConfig } from '../../../test/support/config.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { createHttpApp } from '../../http-app.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';
import { row } from '../../platform/database/rows.js';
import { SessionAuthenticator } from './application/session-authenticator.js';

const sandbox = useSandbox();
const api = useApp({ env: () => sandbox.environment() });

/** Another process of the same installation. */
async function startOther(env: Record<string, string> = {}): Promise<NestFastifyApplication> {
  const { installationId } = api.app.get<Config>(CONFIG);
  const settings = { ...sandbox.environment(), DATABASE_URL: api.databaseUrl, INSTALLATION_ID: installationId };
  const other = await createHttpApp(testConfig({ ...settings, ...env }));
  await other.listen(0, '127.0.0.1');
  return other;
}

describe('in a process beside it', () => {
  let other: NestFastifyApplication;
  beforeAll(async () => void (other = await startOther()));
  afterAll(() => other.close());

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
});

describe('once `APP_SECRET` was replaced,', () => {
  let after: NestFastifyApplication;
  beforeAll(async () => void (after = await startOther({ APP_SECRET: Buffer.alloc(32, 'n').toString('base64url') })));
  afterAll(() => after.close());

  async function askAfter(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${await after.getUrl()}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { code?: string; data?: { refresh_token: string } },
    };
  }

  test('a repeated refresh is refused, because its successor cannot be read, and its session goes on', async () => {
    const { refreshToken, sessionId } = await api.signIn();
    const asked = { body: { refresh_token: refreshToken } };
    const { refresh_token: successor } = (await api.post<{ refresh_token: string }>('/auth/refresh', asked)).body.data;

    const repeated = await askAfter('/auth/refresh', { refresh_token: refreshToken });
    expect(repeated).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_INVALID' } });
    const session = await row(api.dataSource, 'select revoke_reason from sessions where id = $1', [sessionId]);
    expect(session).toEqual({ revoke_reason: null });
    expect((await askAfter('/auth/refresh', { refresh_token: successor })).status).toBe(200);
  });

  test('a sign-in that had begun has to begin again', async () => {
    const browser = new Browser(api);
    const state = new URL(await browser.start('google')).searchParams.get('state');
    const answer = await askAfter('/auth/google/callback', { code: 'any', state }, browser.cookieHeader);
    expect(answer).toMatchObject({ status: 400, body: { code: 'OAUTH_STATE_INVALID' } });
  });
});

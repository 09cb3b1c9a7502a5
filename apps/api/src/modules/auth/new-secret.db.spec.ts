import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { useApp } from '../../../test/support/app.js';
import { Browser } from '../../../test/support/browser.js';
import { testConfig } from '../../../test/support/config.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { createHttpApp } from '../../http-app.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';
import { row } from '../../platform/database/rows.js';

const sandbox = useSandbox();
const before = useApp({ env: () => sandbox.environment() });
let after: NestFastifyApplication;
beforeAll(async () => {
  const { installationId } = before.app.get<Config>(CONFIG);
  after = await createHttpApp(
    testConfig({
      ...sandbox.environment(),
      DATABASE_URL: before.databaseUrl,
      INSTALLATION_ID: installationId,
      APP_SECRET: Buffer.alloc(32, 'n').toString('base64url'),
    }),
  );
  await after.listen(0, '127.0.0.1');
});
afterAll(() => after.close());

/** A call of the same installation after `APP_SECRET` was replaced. */
async function askAfter(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${await after.getUrl()}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; data?: { refresh_token: string } } };
}

test('a repeated refresh is refused, because its successor cannot be read, and its session goes on', async () => {
  const { refreshToken, sessionId } = await before.signIn();
  const asked = { body: { refresh_token: refreshToken } };
  const { refresh_token: successor } = (await before.post<{ refresh_token: string }>('/auth/refresh', asked)).body.data;

  const repeated = await askAfter('/auth/refresh', { refresh_token: refreshToken });
  expect(repeated).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_INVALID' } });
  const session = await row(before.dataSource, 'select revoke_reason from sessions where id = $1', [sessionId]);
  expect(session).toEqual({ revoke_reason: null });
  expect((await askAfter('/auth/refresh', { refresh_token: successor })).status).toBe(200);
});

test('a sign-in that had begun has to begin again', async () => {
  const browser = new Browser(before);
  const state = new URL(await browser.start('google')).searchParams.get('state');
  const answer = await askAfter('/auth/google/callback', { code: 'any', state }, browser.cookieHeader);
  expect(answer).toMatchObject({ status: 400, body: { code: 'OAUTH_STATE_INVALID' } });
});

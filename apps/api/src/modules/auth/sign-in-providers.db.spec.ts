import { authCalls } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';
import { Browser } from '../../../test/support/http/browser.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { expectUnchanged } from '../../../test/support/database/unchanged.js';

const sandbox = useSandbox();

describe('an installation without keys of Google', () => {
  const api = useApp({
    env: () => {
      const { GOOGLE_CLIENT_ID: _id, GOOGLE_CLIENT_SECRET: _secret, ...rest } = sandbox.environment();
      return rest;
    },
  });

  test('offers GitHub alone, and signs in with it', async () => {
    const answer = await api.get('/auth/providers');
    expect(answer.status).toBe(200);
    expect(authCalls.providers.schemas.answer.parse(answer.body.data)).toEqual(['github']);
    expect((await new Browser(api).signIn('github', 'linyue')).status).toBe(200);
  });

  test('says of Google that it is not set up, when a sign-in begins and when it comes back', async () => {
    const { start, callback } = await expectUnchanged(api.dataSource, async () => ({
      start: await api.get('/auth/google'),
      callback: await api.post('/auth/google/callback', { body: { code: 'x' } }),
    }));
    expect(start).toMatchObject({ status: 404, body: { code: 'OAUTH_PROVIDER_NOT_SET_UP' } });
    expect(callback).toMatchObject({ status: 404, body: { code: 'OAUTH_PROVIDER_NOT_SET_UP' } });
  });
});

describe('an installation with the keys of all providers', () => {
  const api = useApp({ env: () => sandbox.environment() });

  test('offers all of them', async () => {
    expect((await api.get('/auth/providers')).body.data).toEqual(['google', 'github']);
  });
});

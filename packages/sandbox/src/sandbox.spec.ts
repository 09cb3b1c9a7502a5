import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { REDIRECT_URI, startTestSandbox, type TestSandbox } from '../test/sandbox.js';
import { grantAccess, grantAccessAsNewAccount } from './consent.js';
import { startSandbox } from './sandbox.js';
import { findFreePort } from './services/ports.js';

let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.dispose());

const googleUrl = (redirectUri = REDIRECT_URI) => {
  const query = new URLSearchParams({
    client_id: sandbox.environment().GOOGLE_CLIENT_ID ?? '',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
  });
  return `${sandbox.googleUrl}/o/oauth2/v2/auth?${query.toString()}`;
};

const accounts = async (provider: string) =>
  (await sandbox.control(`${provider}/accounts`)) as { sub: string; id: number; email: string }[];

describe('startSandbox', () => {
  it('tells an API all it needs to reach it', () => {
    expect(sandbox.environment()).toEqual({
      GOOGLE_CLIENT_ID: expect.stringMatching(/^\d{12}-\S+\.apps\.googleusercontent\.com$/),
      GOOGLE_CLIENT_SECRET: expect.stringMatching(/^GOCSPX-.{28}$/),
      GOOGLE_BASE_URL: `${sandbox.url}/google`,
      GITHUB_CLIENT_ID: expect.stringMatching(/^Ov23li/),
      GITHUB_CLIENT_SECRET: expect.stringMatching(/^[0-9a-f]{40}$/),
      GITHUB_BASE_URL: `${sandbox.url}/github`,
      GITHUB_API_URL: `${sandbox.url}/github/api`,
      SMTP_URL: expect.stringMatching(/^smtp:\/\/sandbox:[\w-]{24}@127\.0\.0\.1:\d+$/),
      STRIPE_BASE_URL: sandbox.url,
      STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_\w{32}$/),
      STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_\w{32}$/),
    });
  });

  it('keeps what it only offers apart from what an API uses by itself', async () => {
    const offered = Object.values(sandbox.offers()).flatMap((settings) => Object.keys(settings));

    expect(Object.keys(sandbox.environment()).filter((name) => offered.includes(name))).toEqual([]);
    expect(await sandbox.control('offers')).toEqual(sandbox.offers());
    expect(sandbox.offers()).toMatchObject({
      stability: { STABILITY_API_KEY: expect.stringMatching(/^sk-/), STABILITY_BASE_URL: `${sandbox.url}/stability` },
      webui: { WEBUI_URL: `${sandbox.url}/webui` },
      s3: {
        S3_ENDPOINT: `${sandbox.url}/s3`,
        S3_REGION: 'us-east-1',
        S3_BUCKET: 'pictures',
        S3_ACCESS_KEY_ID: expect.stringMatching(/^AKIA[A-Z2-7]{16}$/),
        S3_SECRET_ACCESS_KEY: expect.stringMatching(/^[\w-]{40}$/),
      },
    });
  });

  it('keeps secrets, people and their ids over a restart', async () => {
    const before = { google: await accounts('google'), environment: sandbox.environment() };
    const mailPort = new URL(sandbox.smtpUrl).port;
    const typed = { name: '王小明', email: 'xiaoming@example.com', verified: 'yes' };
    await grantAccessAsNewAccount(googleUrl(), typed);

    sandbox = await sandbox.restart();
    await grantAccessAsNewAccount(googleUrl(), typed);

    const movedBack = sandbox.smtpUrl.replace(new URL(sandbox.smtpUrl).port, mailPort);
    expect({ ...sandbox.environment(), SMTP_URL: movedBack }).toEqual(before.environment);
    expect(await accounts('google')).toEqual([
      ...before.google,
      expect.objectContaining({ email: 'xiaoming@example.com' }),
    ]);
  });

  it('gives a person the same id again after a reset, and keeps the application registered', async () => {
    const create = () => sandbox.control('google/accounts', { name: 'A', email: 'a@example.com', emailVerified: true });
    const first = await create();
    const environment = sandbox.environment();

    await sandbox.control('reset', {});

    expect((await accounts('google')).map(({ email }) => email)).not.toContain('a@example.com');
    expect(await create()).toEqual(first);
    expect(sandbox.environment()).toEqual(environment);
  });

  it('has one person with the same verified address at both providers', async () => {
    const google = await accounts('google');
    const github = (await sandbox.control('github/accounts')) as { emails: { email: string; verified: boolean }[] }[];
    const verified = github.flatMap(({ emails }) => emails.filter((entry) => entry.verified).map(({ email }) => email));

    expect(google.map(({ email }) => email).filter((email) => verified.includes(email))).toEqual([
      'linyue@example.com',
    ]);
  });

  it('learns a new redirect URI, and forgets the old one', async () => {
    const moved = 'http://127.0.0.1:4000/auth/callback';

    await sandbox.control('redirect-uris', { redirectUris: [moved] });

    expect(await grantAccess(googleUrl(moved), 'ada@example.com')).toMatch(
      /^http:\/\/127\.0\.0\.1:4000\/auth\/callback\?code=/,
    );
    await expect(grantAccess(googleUrl(), 'ada@example.com')).rejects.toThrow('redirect_uri_mismatch');
  });

  it('names itself by its public address', async () => {
    const other = await startSandbox({
      dir: join(sandbox.dir, 'other'),
      clients: { redirectUris: [] },
      publicUrl: 'http://192.168.1.20:8700/',
    });

    expect(other.environment().GOOGLE_BASE_URL).toBe('http://192.168.1.20:8700/google');
    await other.close();
  });

  it('leaves nothing listening when a port is taken', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const taken = address && typeof address === 'object' ? address.port : 0;
    const options = { dir: join(sandbox.dir, 'other'), clients: { redirectUris: [] } };

    await expect(startSandbox({ ...options, port: taken })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const port = await findFreePort();
    await expect(startSandbox({ ...options, port, smtpPort: taken })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const second = await startSandbox({ ...options, port });
    expect(second.url).toBe(`http://127.0.0.1:${port}`);

    await second.close();
    await new Promise((resolve) => blocker.close(resolve));
  });

  it('begins anew with what another version wrote and it cannot read, and keeps a copy', async () => {
    await writeFile(join(sandbox.dir, 'google-accounts.json'), '[{"sub": 1}]');

    sandbox = await sandbox.restart();

    expect((await accounts('google')).map(({ email }) => email)).toContain('ada@example.com');
    expect(await readdir(sandbox.dir)).toContain('google-accounts.json.unreadable');
  });

  it('keeps its secrets from other users of the machine', async () => {
    const text = await readFile(join(sandbox.dir, 'google-client.json'), 'utf8');

    expect(text).toContain(sandbox.environment().GOOGLE_CLIENT_SECRET);
    expect((await stat(join(sandbox.dir, 'google-client.json'))).mode & 0o077).toBe(0);
  });
});

describe('faults', () => {
  const get = () => fetch(googleUrl(), { redirect: 'manual' });

  it('break the connection off when a provider is down', async () => {
    await sandbox.control('chaos', { provider: 'google', mode: 'down' });

    await expect(get()).rejects.toThrow('fetch failed');
    expect((await fetch(`${sandbox.githubApiUrl}/user`)).status).toBe(401);
  });

  it("answer with the provider's own error", async () => {
    await sandbox.control('chaos', { provider: 'github', mode: 'error' });

    const answer = await fetch(`${sandbox.githubApiUrl}/user`);

    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status: '503' });
  });

  it('answer late when a provider is slow', async () => {
    await sandbox.control('chaos', { provider: 'google', mode: 'slow', delayMs: 300 });
    const started = performance.now();

    expect((await get()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('are told with the provider that knows them', async () => {
    const providers = (await sandbox.control('providers')) as {
      id: string;
      chaosModes: string[];
      failureKinds: string[];
    }[];
    expect(providers.map(({ id }) => id)).toEqual(['google', 'github', 'mail', 'stripe', 'stability', 'webui', 's3']);
    for (const { id: provider, chaosModes, failureKinds } of providers) {
      for (const mode of chaosModes) await sandbox.control('chaos', { provider, mode });
      for (const kind of failureKinds) await sandbox.control('failures', { provider, kind });
    }
    expect(await sandbox.control('failures')).toHaveLength(
      providers.flatMap(({ failureKinds }) => failureKinds).length,
    );
  });

  it.each([
    [{ provider: 'google', mode: 'refuse' }, 'has no mode'],
    [{ provider: 'nobody', mode: 'down' }, 'has no mode'],
    [{ provider: 'google', mode: 'broken' }, 'mode:'],
  ])('are refused when they do not exist: %j', async (body, message) => {
    await expect(sandbox.control('chaos', body)).rejects.toThrow(message);
  });
});

describe('the control calls', () => {
  it('take JSON alone, so that no other page can send them unasked', async () => {
    const answer = await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST', body: 'a=1' });

    expect(answer.status).toBe(415);
  });

  it('stop the clock, put it forward and set it right again', async () => {
    expect(await sandbox.control('clock/freeze', { at: '2026-01-31T23:59:00Z' })).toEqual({
      now: '2026-01-31T23:59:00.000Z',
      isFrozen: true,
    });
    expect(await sandbox.control('clock/advance', { ms: 60_000 })).toMatchObject({ now: '2026-02-01T00:00:00.000Z' });

    const { now, isFrozen } = (await sandbox.control('clock/reset', {})) as { now: string; isFrozen: boolean };

    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    expect(isFrozen).toBe(false);
  });

  it('list the latest requests without their secrets', async () => {
    await fetch(`${sandbox.googleUrl}/oauth2/v3/userinfo?access_token=secret-token`);

    expect(await sandbox.control('requests?provider=google')).toEqual([
      expect.objectContaining({ method: 'GET', path: '/google/oauth2/v3/userinfo?access_token=***', status: 401 }),
    ]);
  });
});

describe('the admin page', () => {
  const press = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.adminPageUrl}/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
      headers,
    });

  it('shows people, faults, clock and requests', async () => {
    const page = await (await fetch(sandbox.adminPageUrl)).text();

    expect(page).toContain('no real accounts');
    expect(page).toContain('Ada Lovelace');
    expect(page).toContain('@keeps-quiet');
    expect(page).toContain('Open the inbox');
  });

  it('steers by its forms', async () => {
    expect((await press('chaos', { provider: 'google', mode: 'error' })).status).toBe(303);
    await press('clock', { action: 'freeze' });
    const { now } = (await sandbox.control('clock')) as { now: string };
    await press('clock', { action: 'advance', step: 'day' });

    expect((await fetch(googleUrl())).status).toBe(503);
    const later = (await sandbox.control('clock')) as { now: string; isFrozen: boolean };
    expect(Date.parse(later.now) - Date.parse(now)).toBe(86_400_000);
    expect(later.isFrozen).toBe(true);

    await press('reset', {});
    expect((await fetch(googleUrl())).status).toBe(200);
    expect(await sandbox.control('clock')).toMatchObject({ isFrozen: false });
  });

  it('plans failures of single requests by a form, and takes them back', async () => {
    await press('failures', { failure: 'stability broken', times: '3' });
    const planned = await sandbox.control('failures');
    const page = await (await fetch(sandbox.adminPageUrl)).text();
    await press('failures', { failure: 'none', times: '1' });

    expect(planned).toEqual([{ provider: 'stability', kind: 'broken', times: 3 }]);
    expect(page).toContain('stability: broken × 3');
    expect(await sandbox.control('failures')).toEqual([]);
  });

  it('tells how to switch on what is not in use by itself', async () => {
    const page = await (await fetch(sandbox.adminPageUrl)).text();

    for (const settings of Object.values(sandbox.offers())) {
      for (const [name, value] of Object.entries(settings)) expect(page).toContain(`${name}=${value}`);
    }
  });

  it('does not obey the page of another site', async () => {
    expect(
      (await press('chaos', { provider: 'google', mode: 'down' }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
    expect((await fetch(googleUrl())).status).toBe(200);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Strategy } from 'passport-google-oauth20';
import { codeOf, googleClient, type GoogleClient } from '../../test/google.js';
import { authorizationUrl, handleCallback, keepProfile } from '../../test/passport.js';
import { REDIRECT_URI, startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { denyAccess, grantAccess, grantAccessAsNewAccount } from '../consent.js';

let sandbox: TestSandbox;
let google: GoogleClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  google = googleClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

const createStrategy = (options: object = {}) =>
  new Strategy(
    {
      ...google.credentials(),
      callbackURL: REDIRECT_URI,
      authorizationURL: `${sandbox.googleUrl}/o/oauth2/v2/auth`,
      tokenURL: `${sandbox.googleUrl}/oauth2/v4/token`,
      userProfileURL: `${sandbox.googleUrl}/oauth2/v3/userinfo`,
      scope: ['openid', 'email', 'profile'],
      state: true,
      pkce: true,
      ...options,
    },
    keepProfile,
  );

const signIn = async (account: string, options: object = {}) => {
  const strategy = createStrategy(options);
  const session = {};
  return handleCallback(strategy, session, await grantAccess(await authorizationUrl(strategy, session), account));
};

describe('Google with the unmodified passport strategy', () => {
  it('signs in a user', async () => {
    expect(await signIn('ada@example.com')).toEqual({
      user: {
        accessToken: expect.stringMatching(/^ya29\./),
        profile: expect.objectContaining({
          provider: 'google',
          id: expect.stringMatching(/^\d{21}$/),
          displayName: 'Ada Lovelace',
          emails: [{ value: 'ada@example.com', verified: true }],
        }),
      },
    });
  });

  it('marks unverified addresses', async () => {
    expect(await signIn('noor@example.org')).toMatchObject({
      user: { profile: { emails: [{ value: 'noor@example.org', verified: false }] } },
    });
  });

  it('reports access_denied when the user cancels', async () => {
    const strategy = createStrategy();
    const session = {};

    const returned = await denyAccess(await authorizationUrl(strategy, session));

    expect(new URL(returned).searchParams.get('error')).toBe('access_denied');
    expect(await handleCallback(strategy, session, returned)).toHaveProperty('failure');
  });

  it('fails with another client secret', async () => {
    expect(await signIn('ada@example.com', { clientSecret: 'guessed' })).toMatchObject({
      error: { code: 'invalid_client' },
    });
  });

  it('fails when the code belongs to another sign-in', async () => {
    const strategy = createStrategy();
    const [mine, theirs] = [{}, {}];
    const returned = new URL(await grantAccess(await authorizationUrl(strategy, mine), 'ada@example.com'));
    const other = new URL(await authorizationUrl(strategy, theirs));
    returned.searchParams.set('state', other.searchParams.get('state') ?? '');

    expect(await handleCallback(strategy, theirs, returned.href)).toMatchObject({ error: { code: 'invalid_grant' } });
  });
});

describe("Google's authorization page", () => {
  it('offers every account, another one, and Cancel', async () => {
    const page = await (await fetch(google.authUrl())).text();

    expect(page).toContain('Ada Lovelace');
    expect(page).toContain('to continue to Lumina');
    expect(page).toContain('Use another account');
    expect(page).toContain('Cancel');
  });

  it('is in Chinese for a Chinese browser', async () => {
    const page = await (
      await fetch(google.authUrl(), { headers: { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' } })
    ).text();

    expect(page).toContain('<html lang="zh-CN">');
    expect(page).toContain('选择账号');
  });

  it('escapes user input', async () => {
    await sandbox.control('google/accounts', {
      name: '<script>alert(1)</script>',
      email: 'script@example.com',
      emailVerified: true,
    });

    const page = await (await fetch(google.authUrl())).text();

    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script>');
  });

  it.each([
    ['a client that is not registered', { client_id: 'other' }, 401, 'invalid_client'],
    [
      'a redirect URI on another host',
      { redirect_uri: 'https://evil.example/auth/callback' },
      400,
      'redirect_uri_mismatch',
    ],
    ['a redirect URI with a slash more', { redirect_uri: `${REDIRECT_URI}/` }, 400, 'redirect_uri_mismatch'],
    ['a redirect URI with a query', { redirect_uri: `${REDIRECT_URI}?a=1` }, 400, 'redirect_uri_mismatch'],
    ['no redirect URI', { redirect_uri: undefined }, 400, 'redirect_uri_mismatch'],
    ['the implicit flow', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 400, 'invalid_request'],
    ['no scope', { scope: undefined }, 400, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
    ['a challenge without its method', { code_challenge_method: undefined }, 400, 'invalid_request'],
    ['a challenge that is no SHA-256', { code_challenge: 'short' }, 400, 'invalid_request'],
  ])('refuses %s, on the page and on its form', async (_, changes, status, error) => {
    const url = google.authUrl(changes);

    const page = await fetch(url, { redirect: 'manual' });

    expect(page.status).toBe(status);
    expect(await page.text()).toContain(`Error ${status}: ${error}`);
    await expect(grantAccess(url, 'ada@example.com')).rejects.toThrow(`Error ${status}: ${error}`);
  });

  it('refuses a parameter that is given twice', async () => {
    const page = await fetch(`${google.authUrl()}&redirect_uri=https%3A%2F%2Fevil.example`, { redirect: 'manual' });

    expect(await page.text()).toContain('can only have a single value: redirect_uri');
  });

  it.each(['a b&c=d', '状态', '%2F%3f', '<"\'>'])('gives the state %j back as it came', async (state) => {
    const granted = new URL(await grantAccess(google.authUrl({ state }), 'ada@example.com'));
    const denied = new URL(await denyAccess(google.authUrl({ state })));

    expect(granted.searchParams.getAll('state')).toEqual([state]);
    expect(denied.searchParams.getAll('state')).toEqual([state]);
  });

  it('returns no state when none was sent', async () => {
    expect(
      new URL(await grantAccess(google.authUrl({ state: undefined }), 'ada@example.com')).searchParams.has('state'),
    ).toBe(false);
  });

  it('creates an account from the form, and finds it again', async () => {
    const typed = { name: '王小明', email: 'xiaoming@example.com', verified: 'yes' };
    const first = await google.userInfo(
      (await google.exchange(codeOf(await grantAccessAsNewAccount(google.authUrl(), typed)))).body.access_token ?? '',
    );
    const again = await google.userInfo(
      (await google.exchange(codeOf(await grantAccess(google.authUrl(), typed.email)))).body.access_token ?? '',
    );

    expect(first.body).toMatchObject({ name: '王小明', email: 'xiaoming@example.com', email_verified: true });
    expect(again.body).toEqual(first.body);
  });

  it('shows the form again for an invalid address', async () => {
    const answer = grantAccessAsNewAccount(google.authUrl(), { name: 'A', email: 'not an address' });

    await expect(answer).rejects.toThrow('Enter a name and a valid email address');
  });
});

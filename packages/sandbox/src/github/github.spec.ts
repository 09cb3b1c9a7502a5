import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Strategy, type StrategyOptions } from 'passport-github2';
import { githubClient, type GithubClient } from '../../test/github.js';
import { codeOf } from '../../test/google.js';
import { authorizationUrl, handleCallback, keepProfile } from '../../test/passport.js';
import { REDIRECT_URI, startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { denyAccess, grantAccess, grantAccessAsNewAccount } from '../consent.js';

let sandbox: TestSandbox;
let github: GithubClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  github = githubClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

const signIn = async (account: string, options: object = {}) => {
  const settings: StrategyOptions = {
    ...github.credentials(),
    callbackURL: REDIRECT_URI,
    authorizationURL: `${sandbox.githubUrl}/login/oauth/authorize`,
    tokenURL: `${sandbox.githubUrl}/login/oauth/access_token`,
    userProfileURL: `${sandbox.githubApiUrl}/user`,
    userEmailURL: `${sandbox.githubApiUrl}/user/emails`,
    scope: ['read:user', 'user:email'],
    allRawEmails: true,
    pkce: true,
  };
  // The types lack the option that creates a state per request.
  const strategy = new Strategy(
    Object.assign<StrategyOptions, object>(settings, { state: true, ...options }),
    keepProfile,
  );
  const session = {};
  return handleCallback(strategy, session, await grantAccess(await authorizationUrl(strategy, session), account));
};

describe('GitHub with the unmodified passport strategy', () => {
  it('signs in a user with a public address', async () => {
    expect(await signIn('grace-hopper')).toEqual({
      user: {
        accessToken: expect.stringMatching(/^gho_/),
        profile: expect.objectContaining({
          provider: 'github',
          id: expect.stringMatching(/^\d+$/),
          username: 'grace-hopper',
          displayName: 'Grace Hopper',
          emails: [{ value: 'grace@example.com', primary: true, verified: true, visibility: 'public' }],
        }),
      },
    });
  });

  it('returns all addresses of a user without a public one', async () => {
    expect(await signIn('linyue')).toMatchObject({
      user: {
        profile: {
          _json: { email: null },
          emails: [
            { value: 'yue@work.example', primary: false, verified: false },
            { value: 'linyue@example.com', primary: true, verified: true },
            { value: expect.stringMatching(/^\d+\+linyue@users\.noreply\.github\.com$/), verified: true },
          ],
        },
      },
    });
  });

  it('has an account whose unverified address belongs to another account', async () => {
    expect(await signIn('not-ada')).toMatchObject({
      user: { profile: { emails: [{ value: 'ada@example.com', verified: false }] } },
    });
  });

  it.each(['no-address', 'keeps-quiet'])(
    'makes the strategy fail for %s, whose list it does not get',
    async (login) => {
      expect(await signIn(login)).toMatchObject({ error: { message: 'Failed to fetch user emails' } });
    },
  );

  it('reports access_denied when the user cancels', async () => {
    const returned = new URL(await denyAccess(github.authUrl()));

    expect(returned.searchParams.get('error')).toBe('access_denied');
    expect(returned.searchParams.get('state')).toBe('a state');
  });

  it('fails with another client secret, although the answer has status 200', async () => {
    expect(await signIn('linyue', { clientSecret: 'guessed' })).toHaveProperty('error');
  });
});

describe("GitHub's authorization page", () => {
  it.each([
    ['a client that is not registered', { client_id: 'other' }, 404, 'unknown_client'],
    [
      'a redirect URI on another host',
      { redirect_uri: 'https://evil.example/auth/callback' },
      400,
      'redirect_uri_mismatch',
    ],
    ['a redirect URI with a slash more', { redirect_uri: `${REDIRECT_URI}/` }, 400, 'redirect_uri_mismatch'],
    ['no redirect URI', { redirect_uri: undefined }, 400, 'redirect_uri_mismatch'],
    ['the implicit flow', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 400, 'unsupported_challenge'],
  ])('refuses %s, on the page and on its form', async (_, changes, status, kind) => {
    const url = github.authUrl(changes);

    const page = await fetch(url, { redirect: 'manual' });

    expect(page.status).toBe(status);
    expect(await page.text()).toContain(kind);
    await expect(grantAccess(url, 'linyue')).rejects.toThrow(kind);
  });

  it('creates an account from the form', async () => {
    const typed = { login: 'xiaoming', name: '王小明', email: 'xiaoming@example.com' };
    const { body } = await github.exchange(codeOf(await grantAccessAsNewAccount(github.authUrl(), typed)));
    const headers = { authorization: `Bearer ${body.access_token ?? ''}`, 'user-agent': 'spec' };

    expect((await github.callApi('/user', headers)).body).toMatchObject({
      login: 'xiaoming',
      name: '王小明',
      email: null,
    });
    expect((await github.callApi('/user/emails', headers)).body).toEqual([
      { email: 'xiaoming@example.com', primary: true, verified: false, visibility: 'private' },
    ]);
  });

  it('makes the address public on request', async () => {
    const typed = { login: 'open', name: '', email: 'open@example.com', verified: 'yes', public_email: 'yes' };
    const { body } = await github.exchange(codeOf(await grantAccessAsNewAccount(github.authUrl(), typed)));
    const headers = { authorization: `Bearer ${body.access_token ?? ''}`, 'user-agent': 'spec' };

    expect((await github.callApi('/user', headers)).body).toMatchObject({ name: null, email: 'open@example.com' });
  });
});

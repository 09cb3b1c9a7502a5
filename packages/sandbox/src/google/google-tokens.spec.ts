import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { googleClient, VERIFIER, type GoogleClient } from '../../test/google.js';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';

let sandbox: TestSandbox;
let google: GoogleClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  google = googleClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

describe("Google's token endpoint", () => {
  it('exchanges a code for a bearer token', async () => {
    expect(await google.exchange(await google.obtainCode())).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^ya29\./),
        expires_in: 3599,
        scope: 'openid email profile',
        token_type: 'Bearer',
      },
    });
  });

  it.each([
    ['a wrong secret', { client_secret: 'guessed' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'other' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown code', { code: '4/0Aunknown' }, 400, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:3000/other' }, 400, 'redirect_uri_mismatch'],
    ['another verifier', { code_verifier: `${VERIFIER}x` }, 400, 'invalid_grant'],
  ])('refuses %s', async (_, changes, status, error) => {
    expect(await google.exchange(await google.obtainCode(), changes)).toMatchObject({ status, body: { error } });
  });

  it.each([
    ['code', 400, 'invalid_request'],
    ['redirect_uri', 400, 'redirect_uri_mismatch'],
    ['code_verifier', 400, 'invalid_grant'],
    ['client_secret', 401, 'invalid_client'],
  ])('refuses a call without %s', async (name, status, error) => {
    expect(await google.exchange(await google.obtainCode(), { [name]: undefined })).toMatchObject({
      status,
      body: { error },
    });
  });

  it('refuses a verifier for a sign-in that began without a challenge', async () => {
    const code = await google.obtainCode({ code_challenge: undefined, code_challenge_method: undefined });

    expect(await google.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('refuses a used code and revokes its token', async () => {
    const code = await google.obtainCode();
    const { body } = await google.exchange(code);
    expect((await google.userInfo(body.access_token ?? '')).status).toBe(200);

    expect(await google.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await google.userInfo(body.access_token ?? '')).status).toBe(401);
  });

  it('invalidates a code after a failed attempt', async () => {
    const code = await google.obtainCode();
    await google.exchange(code, { code_verifier: `${VERIFIER}x` });

    expect(await google.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each([
    ['takes', 9 * 60_000 + 59_000, 200],
    ['refuses', 10 * 60_000, 400],
  ])('%s a code after %d ms', async (_, ms, status) => {
    await sandbox.control('clock/freeze', {});
    const code = await google.obtainCode();
    await sandbox.control('clock/advance', { ms });

    expect((await google.exchange(code)).status).toBe(status);
  });
});

describe("Google's userinfo endpoint", () => {
  const tokenFor = async (scope: string) =>
    (await google.exchange(await google.obtainCode({ scope }))).body.access_token ?? '';

  it.each([
    ['openid', ['sub']],
    ['email', ['email', 'email_verified', 'sub']],
    ['profile', ['family_name', 'given_name', 'name', 'picture', 'sub']],
  ])('returns only the claims of the scope "%s"', async (scope, fields) => {
    const { body } = await google.userInfo(await tokenFor(scope));

    expect(Object.keys(body).toSorted()).toEqual(fields);
  });

  it('refuses a token of a scope that covers nothing', async () => {
    expect((await google.userInfo(await tokenFor('https://www.googleapis.com/auth/drive'))).status).toBe(401);
  });

  it('accepts the token in the query', async () => {
    const token = await tokenFor('openid');

    expect((await fetch(`${sandbox.googleUrl}/oauth2/v3/userinfo?access_token=${token}`)).status).toBe(200);
  });

  it('refuses an unknown token', async () => {
    expect(await google.userInfo('garbage')).toEqual({
      status: 401,
      body: { error: 'invalid_request', error_description: 'Invalid Credentials' },
    });
  });

  it('refuses a token after an hour', async () => {
    await sandbox.control('clock/freeze', {});
    const token = await tokenFor('openid');
    await sandbox.control('clock/advance', { ms: 3_599_000 });

    expect((await google.userInfo(token)).status).toBe(401);
  });

  it('serves the avatar of the userinfo', async () => {
    const { body } = await google.userInfo(await tokenFor('profile'));

    const portrait = await fetch(String(body.picture));

    expect(portrait.headers.get('content-type')).toBe('image/svg+xml');
    expect(await portrait.text()).toMatch(/^<svg .*>A<\/text><\/svg>$/s);
  });

  it('answers an unknown path in its own error format', async () => {
    const answer = await fetch(`${sandbox.googleUrl}/oauth2/v9/nothing`);

    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { githubClient, type GithubClient } from '../../test/github.js';
import { VERIFIER } from '../../test/google.js';
import { REDIRECT_URI, startTestSandbox, type TestSandbox } from '../../test/sandbox.js';

let sandbox: TestSandbox;
let github: GithubClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  github = githubClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

describe("GitHub's token endpoint", () => {
  it('answers form-encoded unless JSON is asked for', async () => {
    const { clientID, clientSecret } = github.credentials();
    const body = new URLSearchParams({
      client_id: clientID,
      client_secret: clientSecret,
      code: await github.obtainCode(),
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    });

    const answer = await fetch(`${sandbox.githubUrl}/login/oauth/access_token`, { method: 'POST', body });

    expect(answer.headers.get('content-type')).toContain('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(await answer.text()))).toEqual({
      access_token: expect.stringMatching(/^gho_/),
      scope: 'read:user,user:email',
      token_type: 'bearer',
    });
  });

  it.each([
    ['a wrong secret', { client_secret: 'guessed' }, 'incorrect_client_credentials'],
    ['an unknown client', { client_id: 'other' }, 'incorrect_client_credentials'],
    ['an unknown code', { code: 'unknown' }, 'bad_verification_code'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:3000/other' }, 'redirect_uri_mismatch'],
    ['another verifier', { code_verifier: `${VERIFIER}x` }, 'bad_verification_code'],
  ])('refuses %s with status 200', async (_, changes, error) => {
    expect(await github.exchange(await github.obtainCode(), changes)).toMatchObject({ status: 200, body: { error } });
  });

  it('refuses a call without the verifier', async () => {
    expect(await github.exchange(await github.obtainCode(), { code_verifier: undefined })).toMatchObject({
      body: { error: 'bad_verification_code' },
    });
  });

  it('accepts a call without the redirect URI, as GitHub does', async () => {
    expect(await github.exchange(await github.obtainCode(), { redirect_uri: undefined })).toMatchObject({
      body: { token_type: 'bearer' },
    });
  });

  it('refuses a used code and revokes its token', async () => {
    const code = await github.obtainCode();
    const { body } = await github.exchange(code);
    const headers = { authorization: `Bearer ${body.access_token ?? ''}`, 'user-agent': 'spec' };
    expect((await github.callApi('/user', headers)).status).toBe(200);

    expect(await github.exchange(code)).toMatchObject({ status: 200, body: { error: 'bad_verification_code' } });
    expect((await github.callApi('/user', headers)).status).toBe(401);
  });

  it('refuses a code after 10 minutes', async () => {
    await sandbox.control('clock/freeze', {});
    const code = await github.obtainCode();
    await sandbox.control('clock/advance', { ms: 600_000 });

    expect(await github.exchange(code)).toMatchObject({ body: { error: 'bad_verification_code' } });
  });
});

describe("GitHub's REST API", () => {
  it('returns the account of the token', async () => {
    const headers = { authorization: `Bearer ${await github.tokenFor('linyue')}`, 'user-agent': 'spec' };

    expect((await github.callApi('/user', headers)).body).toMatchObject({
      id: expect.any(Number),
      login: 'linyue',
      email: null,
    });
  });

  it.each([
    [{ authorization: 'Bearer garbage' }, 'Bad credentials'],
    [{}, 'Requires authentication'],
  ])('refuses %j', async (headers, message) => {
    expect(await github.callApi('/user', { 'user-agent': 'spec', ...headers })).toMatchObject({
      status: 401,
      body: { message, status: '401' },
    });
  });

  it('does not read a token from the query', async () => {
    const answer = await github.callApi(`/user?access_token=${await github.tokenFor('linyue')}`, {
      'user-agent': 'spec',
    });

    expect(answer.status).toBe(401);
  });

  it('refuses a request without a user agent', async () => {
    const token = await github.tokenFor('linyue');

    const answer = await fetch(`${sandbox.githubApiUrl}/user`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': '' },
    });

    expect(answer.status).toBe(403);
  });

  it('answers 404 for the addresses without the scope user:email', async () => {
    const headers = { authorization: `Bearer ${await github.tokenFor('linyue', 'read:user')}`, 'user-agent': 'spec' };

    expect(await github.callApi('/user/emails', headers)).toMatchObject({
      status: 404,
      body: { message: 'Not Found' },
    });
  });

  it('returns an empty list for an account without an address, and 404 where it is not shared', async () => {
    const none = { authorization: `Bearer ${await github.tokenFor('no-address')}`, 'user-agent': 'spec' };
    const kept = { authorization: `Bearer ${await github.tokenFor('keeps-quiet')}`, 'user-agent': 'spec' };

    expect(await github.callApi('/user/emails', none)).toEqual({ status: 200, body: [] });
    expect(await github.callApi('/user/emails', kept)).toMatchObject({ status: 404 });
  });

  it('answers an unknown path in its own error format', async () => {
    expect(await github.callApi('/repos/none', { 'user-agent': 'spec' })).toMatchObject({
      status: 404,
      body: { message: 'Not Found', status: '404' },
    });
  });
});

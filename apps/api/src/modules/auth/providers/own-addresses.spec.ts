import { expect, test } from '@jest/globals';
import { createGithub } from './github.js';
import { createGoogle } from './google.js';
import { oauthError } from './oauth-errors.js';
import { AppError } from '../../../platform/errors/app-error.js';

const CLIENT = { clientId: 'id', clientSecret: 'secret', callbackUrl: 'https://ours.example/back', timeoutMs: 1_000 };
const [OWN, STAND_IN] = [
  { baseUrl: null, apiUrl: null },
  { baseUrl: 'http://localhost:4000/it', apiUrl: 'http://localhost:4000/api' },
];

test.each([
  ['Google', createGoogle, OWN, 'https://accounts.google.com/o/oauth2/v2/auth'],
  ['Google', createGoogle, STAND_IN, 'http://localhost:4000/it/o/oauth2/v2/auth'],
  ['GitHub', createGithub, OWN, 'https://github.com/login/oauth/authorize'],
  ['GitHub', createGithub, STAND_IN, 'http://localhost:4000/it/login/oauth/authorize'],
])('%s is asked under its own address unless another stands in', async (_, create, addresses, expected) => {
  const { url, verifier } = await create(CLIENT, addresses).authorize('a-state');
  const { origin, pathname, searchParams } = new URL(url);
  expect(origin + pathname).toBe(expected);
  expect(verifier).not.toBe('');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: 'id',
    redirect_uri: CLIENT.callbackUrl,
    response_type: 'code',
    state: 'a-state',
    code_challenge_method: 'S256',
  });
});

test('only an error about a token can be the fault of a code, and errors of ours stay what they are', () => {
  const own = new AppError('RATE_LIMITED');
  expect(oauthError(own)).toBe(own);
  expect(oauthError({ name: 'OtherError', code: 'invalid_grant' }).code).toBe('OAUTH_PROVIDER_UNAVAILABLE');
  expect(oauthError({ name: 'TokenError', code: 400 }).code).toBe('OAUTH_PROVIDER_UNAVAILABLE');
});

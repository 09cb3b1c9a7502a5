import { createHash } from 'node:crypto';
import { grantAccess } from '../src/consent.js';
import { REDIRECT_URI, type TestSandbox } from './sandbox.js';

export const VERIFIER = 'a-verifier-that-is-long-enough-to-be-one-0123456789';

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
export const codeOf = (returnUrl: string): string => new URL(returnUrl).searchParams.get('code') ?? '';

export function queryOf(parameters: Record<string, string | undefined>): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(present).toString();
}

export type GoogleClient = ReturnType<typeof googleClient>;
type Changes = Record<string, string | undefined>;

export function googleClient(sandbox: TestSandbox) {
  const credentials = () => {
    const { GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '' } = sandbox.environment();
    return { clientID: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
  };
  const authUrl = (changes: Changes = {}) => {
    const parameters = {
      client_id: credentials().clientID,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'a state',
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      ...changes,
    };
    return `${sandbox.googleUrl}/o/oauth2/v2/auth?${queryOf(parameters)}`;
  };
  const obtainCode = async (changes: Changes = {}) => codeOf(await grantAccess(authUrl(changes), 'ada@example.com'));
  const exchange = async (code: string, changes: Changes = {}) => {
    const { clientID, clientSecret } = credentials();
    const parameters = {
      grant_type: 'authorization_code',
      client_id: clientID,
      client_secret: clientSecret,
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...changes,
    };
    const answer = await fetch(`${sandbox.googleUrl}/oauth2/v4/token`, {
      method: 'POST',
      body: new URLSearchParams(queryOf(parameters)),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const userInfo = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${sandbox.googleUrl}/oauth2/v3/userinfo`, { headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { credentials, authUrl, obtainCode, exchange, userInfo };
}

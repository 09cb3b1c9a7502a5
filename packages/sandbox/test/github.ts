import { grantAccess } from '../src/consent.js';
import { challengeOf, codeOf, queryOf, VERIFIER } from './google.js';
import { REDIRECT_URI, type TestSandbox } from './sandbox.js';

export type GithubClient = ReturnType<typeof githubClient>;
type Changes = Record<string, string | undefined>;

export function githubClient(sandbox: TestSandbox) {
  const credentials = () => {
    const { GITHUB_CLIENT_ID = '', GITHUB_CLIENT_SECRET = '' } = sandbox.environment();
    return { clientID: GITHUB_CLIENT_ID, clientSecret: GITHUB_CLIENT_SECRET };
  };
  const authUrl = (changes: Changes = {}) => {
    const parameters = {
      client_id: credentials().clientID,
      redirect_uri: REDIRECT_URI,
      scope: 'read:user user:email',
      state: 'a state',
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      ...changes,
    };
    return `${sandbox.githubUrl}/login/oauth/authorize?${queryOf(parameters)}`;
  };
  const obtainCode = async (changes: Changes = {}, account = 'linyue') =>
    codeOf(await grantAccess(authUrl(changes), account));
  const exchange = async (code: string, changes: Changes = {}) => {
    const { clientID, clientSecret } = credentials();
    const parameters = {
      client_id: clientID,
      client_secret: clientSecret,
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...changes,
    };
    const answer = await fetch(`${sandbox.githubUrl}/login/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams(queryOf(parameters)),
      headers: { accept: 'application/json' },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const callApi = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${sandbox.githubApiUrl}${path}`, { headers });
    return { status: answer.status, body: await answer.json() };
  };
  const tokenFor = async (account: string, scope = 'read:user user:email') =>
    (await exchange(await obtainCode({ scope }, account))).body.access_token ?? '';
  return { credentials, authUrl, obtainCode, exchange, callApi, tokenFor };
}

import { Hono } from 'hono';
import type { Kit, SandboxApp, SandboxContext, SandboxEnv } from '../kit/provider.js';
import { readJson } from '../kit/read-json.js';
import { handleAuthorization } from '../oauth/authorization-page.js';
import { drawAvatar } from '../oauth/avatar.js';
import type { ClientRegistry } from '../oauth/client-registry.js';
import type { Grant, Grants } from '../oauth/grants.js';
import { readTokenRequest, tokenOfHeader } from '../oauth/token-request.js';
import { NewGithubAccount, type GithubAccount, type GithubDirectory } from './accounts.js';
import { apiError, redeemError, tokenAnswer, tokenError } from './answers.js';
import { githubAuthorizationPage } from './authorization.js';

interface GithubParts {
  kit: Kit;
  registry: ClientRegistry;
  directory: GithubDirectory;
  grants: Grants;
}

export function githubRoutes(parts: GithubParts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  const page = githubAuthorizationPage(parts);
  app.on(['GET', 'POST'], '/login/oauth/authorize', (c) => handleAuthorization(c, page));
  app.post('/login/oauth/access_token', (c) => exchangeCode(c, parts));
  app.get('/api/user', (c) => withAccount(c, parts, (account) => c.json(userOf(account, parts.kit.publicUrl()))));
  app.get('/api/user/emails', (c) => withAccount(c, parts, (account, grant) => answerEmails(c, account, grant)));
  app.get('/avatars/:file', (c) => {
    const account = parts.directory.find(c.req.param('file').replace(/\.svg$/, ''));
    if (!account) return apiError(c, 404, 'Not Found');
    return c.body(drawAvatar(String(account.id), account.name ?? account.login), 200, {
      'content-type': 'image/svg+xml',
    });
  });
  return app;
}

export function githubControl(directory: GithubDirectory): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/github/accounts', (c) => c.json(directory.list()));
  app.post('/github/accounts', async (c) => c.json(directory.add(await readJson(c, NewGithubAccount)), 201));
  return app;
}

async function exchangeCode(c: SandboxContext, { registry, grants }: GithubParts): Promise<Response> {
  const { clientId, clientSecret, code, redirectUri, verifier } = await readTokenRequest(c);
  const client = registry.authenticate(clientId, clientSecret);
  if (client === 'unknown' || client === 'secret') return tokenError(c, 'incorrect_client_credentials');
  const result = grants.redeem({ code: code ?? '', clientId: client.clientId, redirectUri, verifier });
  if ('fault' in result) return redeemError(c, result.fault);
  return tokenAnswer(c, { access_token: result.token, scope: result.grant.scope.join(','), token_type: 'bearer' });
}

function withAccount(
  c: SandboxContext,
  { grants, directory }: GithubParts,
  answer: (account: GithubAccount, grant: Grant) => Response,
): Response {
  if (!c.req.header('user-agent')) {
    return c.text(
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
      403,
    );
  }
  const token = tokenOfHeader(c);
  if (token === undefined) return apiError(c, 401, 'Requires authentication');
  const grant = grants.findByToken(token);
  const account = grant && directory.find(grant.accountId);
  if (!grant || !account) return apiError(c, 401, 'Bad credentials');
  c.header('x-oauth-scopes', grant.scope.join(', '));
  return answer(account, grant);
}

function answerEmails(c: SandboxContext, account: GithubAccount, grant: Grant): Response {
  const isGranted = grant.scope.some((scope) => scope === 'user' || scope === 'user:email');
  // GitHub answers 404 for resources that the token may not access.
  return isGranted && account.emailList === 'given' ? c.json(account.emails) : apiError(c, 404, 'Not Found');
}

function userOf(account: GithubAccount, publicUrl: string): Record<string, unknown> {
  const api = `${publicUrl}/github/api/users/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: Buffer.from(`04:User${account.id}`).toString('base64'),
    avatar_url: account.avatarUrl ?? `${publicUrl}/github/avatars/${account.id}.svg`,
    gravatar_id: '',
    url: api,
    html_url: `${publicUrl}/github/${account.login}`,
    type: 'User',
    site_admin: false,
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: account.email,
    bio: null,
    public_repos: 0,
    followers: 0,
    following: 0,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  };
}

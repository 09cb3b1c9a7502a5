import { Hono } from 'hono';
import type { Kit, SandboxApp, SandboxContext, SandboxEnv } from '../kit/provider.js';
import { readJson } from '../kit/read-json.js';
import { handleAuthorization } from '../oauth/authorization-page.js';
import { drawAvatar } from '../oauth/avatar.js';
import type { ClientRegistry } from '../oauth/client-registry.js';
import type { Grants } from '../oauth/grants.js';
import { readTokenRequest, tokenOfHeader } from '../oauth/token-request.js';
import { NewGoogleAccount, type GoogleDirectory } from './accounts.js';
import { apiError, invalidCredentials, redeemError, tokenError } from './answers.js';
import { googleAuthorizationPage } from './authorization.js';
import { userInfoOf } from './user-info.js';

interface GoogleParts {
  kit: Kit;
  registry: ClientRegistry;
  directory: GoogleDirectory;
  grants: Grants;
}

/** Google serves each endpoint under several addresses; clients use any of them. */
const AUTHORIZATION_PATHS = ['/o/oauth2/v2/auth', '/o/oauth2/auth'];
const TOKEN_PATHS = ['/oauth2/v4/token', '/o/oauth2/token', '/token'];
const USER_INFO_PATHS = ['/oauth2/v3/userinfo', '/v1/userinfo'];

export function googleRoutes(parts: GoogleParts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  const page = googleAuthorizationPage(parts);
  app.on(['GET', 'POST'], AUTHORIZATION_PATHS, (c) => handleAuthorization(c, page));
  app.on('POST', TOKEN_PATHS, (c) => exchangeCode(c, parts));
  app.on(['GET', 'POST'], USER_INFO_PATHS, (c) => answerUserInfo(c, parts));
  app.get('/avatars/:file', (c) => {
    const account = parts.directory.find(c.req.param('file').replace(/\.svg$/, ''));
    if (!account) return apiError(c, 404, 'NOT_FOUND', 'Requested entity was not found.');
    return c.body(drawAvatar(account.sub, account.name), 200, { 'content-type': 'image/svg+xml' });
  });
  return app;
}

export function googleControl(directory: GoogleDirectory): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/google/accounts', (c) => c.json(directory.list()));
  app.post('/google/accounts', async (c) => c.json(directory.add(await readJson(c, NewGoogleAccount)), 201));
  return app;
}

async function exchangeCode(c: SandboxContext, { registry, grants }: GoogleParts): Promise<Response> {
  const request = await readTokenRequest(c);
  const client = registry.authenticate(request.clientId, request.clientSecret);
  if (client === 'unknown') return tokenError(c, 401, 'invalid_client', 'The OAuth client was not found.');
  if (client === 'secret') return tokenError(c, 401, 'invalid_client', 'Unauthorized');
  if (request.grantType !== 'authorization_code') {
    return tokenError(c, 400, 'unsupported_grant_type', `Invalid grant_type: ${request.grantType ?? ''}`);
  }
  if (!request.code) return tokenError(c, 400, 'invalid_request', 'Missing required parameter: code');
  const { redirectUri, verifier } = request;
  const result = grants.redeem({ code: request.code, clientId: client.clientId, redirectUri, verifier });
  if ('fault' in result) return redeemError(c, result.fault);
  const body = {
    access_token: result.token,
    expires_in: 3599,
    scope: result.grant.scope.join(' '),
    token_type: 'Bearer',
  };
  return c.json(body, 200, { 'cache-control': 'no-store' });
}

function answerUserInfo(c: SandboxContext, { kit, directory, grants }: GoogleParts): Response {
  // passport-google-oauth20 sends the token in the query.
  const token = tokenOfHeader(c) ?? c.req.query('access_token');
  const grant = token === undefined ? undefined : grants.findByToken(token);
  const account = grant && directory.find(grant.accountId);
  if (!grant || !account) return invalidCredentials(c);
  const avatarUrl = `${kit.publicUrl()}/google/avatars/${account.sub}.svg`;
  const info = userInfoOf(account, grant.scope, avatarUrl);
  return info ? c.json(info) : invalidCredentials(c);
}

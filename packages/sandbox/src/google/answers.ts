import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Language } from '../kit/language.js';
import { languageFor, renderPage } from '../kit/page.js';
import type { SandboxContext } from '../kit/provider.js';
import type { AuthorizationFault } from '../oauth/authorization-request.js';
import type { RedeemFault } from '../oauth/grants.js';

export const tokenError = (
  c: SandboxContext,
  status: ContentfulStatusCode,
  error: string,
  description: string,
): Response => c.json({ error, error_description: description }, status, { 'cache-control': 'no-store' });

const REDEEM_ERRORS: Record<RedeemFault, [error: string, description: string]> = {
  unknown_code: ['invalid_grant', 'Malformed auth code.'],
  expired_code: ['invalid_grant', 'Bad Request'],
  replayed_code: ['invalid_grant', 'Bad Request'],
  foreign_client: ['invalid_grant', 'Bad Request'],
  redirect_uri_mismatch: ['redirect_uri_mismatch', 'Bad Request'],
  missing_verifier: ['invalid_grant', 'Missing code verifier.'],
  unexpected_verifier: ['invalid_grant', 'code_verifier or verifier is not needed.'],
  wrong_verifier: ['invalid_grant', 'Invalid code verifier.'],
};

export const redeemError = (c: SandboxContext, fault: RedeemFault): Response =>
  tokenError(c, 400, ...REDEEM_ERRORS[fault]);

export function invalidCredentials(c: SandboxContext): Response {
  const body = { error: 'invalid_request', error_description: 'Invalid Credentials' };
  return c.json(body, 401, {
    'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
  });
}

export const apiError = (c: SandboxContext, code: 404 | 503, status: string, message: string): Response =>
  c.json({ error: { code, message, status } }, code);

function describe(fault: AuthorizationFault): { error: string; detail: string; status: 400 | 401 } {
  switch (fault.kind) {
    case 'unknown_client':
      return { error: 'invalid_client', detail: 'The OAuth client was not found.', status: 401 };
    case 'redirect_uri_mismatch':
      return { error: 'redirect_uri_mismatch', detail: `redirect_uri=${fault.redirectUri}`, status: 400 };
    case 'missing_parameter':
      return { error: 'invalid_request', detail: `Missing required parameter: ${fault.parameter}`, status: 400 };
    case 'repeated_parameter':
      return {
        error: 'invalid_request',
        detail: `OAuth 2 parameters can only have a single value: ${fault.parameter}`,
        status: 400,
      };
    case 'unsupported_response_type':
      return {
        error: 'unsupported_response_type',
        detail: `Invalid response_type: ${fault.responseType}`,
        status: 400,
      };
    case 'unsupported_challenge':
      return { error: 'invalid_request', detail: `Invalid code_challenge (method ${fault.method})`, status: 400 };
  }
}

const BLOCKED: Record<Language, { title: string; explanation: string }> = {
  en: {
    title: 'Access blocked: this app’s request is invalid',
    explanation: 'You cannot sign in because this app sent an invalid request.',
  },
  zh: { title: '访问被拒绝：应用的请求无效', explanation: '应用发来的请求有误，暂时无法登录。' },
};

/** Shown instead of redirecting to an unregistered address. */
export function accessBlocked(c: SandboxContext, fault: AuthorizationFault): Promise<Response> {
  const { error, detail, status } = describe(fault);
  const { title, explanation } = BLOCKED[languageFor(c)];
  const body = html`<section class="sheet">
    <p class="muted">Google</p>
    <h1>${title}</h1>
    <p>${explanation}</p>
    <p>Error ${status}: ${error}</p>
    <p><code>${detail}</code></p>
  </section>`;
  return renderPage(c, { title, body, status });
}

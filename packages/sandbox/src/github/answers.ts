import { html } from 'hono/html';
import type { Language } from '../kit/language.js';
import { languageFor, renderPage } from '../kit/page.js';
import type { SandboxContext } from '../kit/provider.js';
import type { AuthorizationFault } from '../oauth/authorization-request.js';
import type { RedeemFault } from '../oauth/grants.js';

const TROUBLESHOOTING =
  'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors';

const TOKEN_ERRORS = {
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  redirect_uri_mismatch: 'The redirect_uri MUST match the registered callback URL for this application.',
  bad_verification_code: 'The code passed is incorrect or expired.',
} as const;

/** GitHub answers form-encoded unless JSON is requested. */
export function tokenAnswer(c: SandboxContext, fields: Record<string, string>): Response {
  const wantsJson = (c.req.header('accept') ?? '').includes('json');
  const body = wantsJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
  const type = wantsJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return c.body(body, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
}

/** GitHub reports errors of the token endpoint with status 200. */
export const tokenError = (c: SandboxContext, error: keyof typeof TOKEN_ERRORS): Response =>
  tokenAnswer(c, { error, error_description: TOKEN_ERRORS[error], error_uri: `${TROUBLESHOOTING}/#${error}` });

export const redeemError = (c: SandboxContext, fault: RedeemFault): Response =>
  tokenError(c, fault === 'redirect_uri_mismatch' ? 'redirect_uri_mismatch' : 'bad_verification_code');

export const apiError = (c: SandboxContext, status: 401 | 403 | 404 | 503, message: string): Response =>
  c.json({ message, documentation_url: 'https://docs.github.com/rest', status: String(status) }, status);

const REFUSED: Record<Language, { title: string; explanation: string }> = {
  en: { title: 'Be careful!', explanation: 'This authorization request is not valid for this application.' },
  zh: { title: '请注意！', explanation: '这个应用的授权请求无效。' },
};

function describe(fault: AuthorizationFault): string {
  switch (fault.kind) {
    case 'unknown_client':
      return 'There is no application with this client_id.';
    case 'redirect_uri_mismatch':
      return `The redirect_uri is not associated with this application: ${fault.redirectUri}`;
    case 'missing_parameter':
      return `Missing parameter: ${fault.parameter}`;
    case 'repeated_parameter':
      return `Parameter given more than once: ${fault.parameter}`;
    case 'unsupported_response_type':
      return `Unsupported response_type: ${fault.responseType}`;
    case 'unsupported_challenge':
      return `code_challenge_method must be S256 (given: ${fault.method})`;
  }
}

/** Shown instead of redirecting to an unregistered address. */
export function refusedPage(c: SandboxContext, fault: AuthorizationFault): Promise<Response> {
  const { title, explanation } = REFUSED[languageFor(c)];
  const body = html`<section class="sheet">
    <p class="muted">GitHub</p>
    <h1>${title}</h1>
    <p>${explanation}</p>
    <p><code>${fault.kind}</code></p>
    <p><code>${describe(fault)}</code></p>
  </section>`;
  return renderPage(c, { title, body, status: fault.kind === 'unknown_client' ? 404 : 400 });
}

import { Hono } from 'hono';
import { DELIVERY_FAILURES, deliver, type DeliveryFailure } from '../../kit/bad-answers.js';
import type { Failures } from '../../kit/failures.js';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { API_VERSION, type StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import { checkKey } from './authentication.js';
import type { Call } from './call.js';
import { ApiFault, invalidRequest } from './errors.js';
import { expand, type Includables } from './expand.js';
import { parseForm } from './form.js';
import { findAnswer, rememberAnswer } from './idempotency.js';
import { readParams } from './params.js';

/** Failures of single requests: refused before anything is done, or spoilt on the way back, when it is done. */
const REFUSALS = {
  busy: new ApiFault(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
  }),
  conflict: new ApiFault(409, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  }),
  broken: new ApiFault(500, {
    type: 'api_error',
    message: 'Sorry! There was an error while talking to one of our backends. Support has been notified.',
  }),
} as const;
type Refusal = keyof typeof REFUSALS;
const REFUSAL_KINDS = Object.keys(REFUSALS) as Refusal[];
export const STRIPE_FAILURES = [...REFUSAL_KINDS, ...DELIVERY_FAILURES] as const;
const SLOW_MS = 20_000;

export interface DispatcherParts {
  account: StripeAccount;
  secretKey: string;
  failures: Failures;
  includables: Includables;
  /** Does what has become due before a request is answered. */
  catchUp: () => void;
}

interface Answer {
  status: number;
  body: string;
  isReplay?: boolean;
}

/** The calls as HTTP routes: key, version, parameters, idempotency, expansion, and errors in the service's shape. */
export function routesOf(calls: readonly Call[], parts: DispatcherParts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  // Fixed paths first, so that `/invoices/create_preview` is not taken for an id.
  const ordered = calls.toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')));
  for (const call of ordered) app.on(call.method.toUpperCase(), call.path, (c) => answerCall(c, call, parts));
  return app;
}

async function answerCall(c: SandboxContext, call: Call, parts: DispatcherParts): Promise<Response> {
  const requestId = newId('req');
  const failure = parts.failures.take('stripe', STRIPE_FAILURES, c.req.method);
  const refusal = REFUSAL_KINDS.find((kind) => kind === failure);
  const body = call.method === 'get' ? queryOf(c) : await bodyOf(c);
  let answer: Answer;
  try {
    if (refusal) throw REFUSALS[refusal];
    answer = execute(c, call, parts, { requestId, body });
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    answer = errorAnswer(error, requestId);
  }
  c.set('detail', { requestId });
  const headers = headersOf(c, requestId, answer);
  if (answer.status !== 200) return c.body(answer.body, answer.status as 400, headers);
  const spoilt = DELIVERY_FAILURES.find((kind): kind is DeliveryFailure => kind === failure);
  return deliver(c, { status: 200, headers, body: Buffer.from(answer.body) }, spoilt, SLOW_MS);
}

const queryOf = (c: SandboxContext): string => new URL(c.req.url).search.slice(1);

async function bodyOf(c: SandboxContext): Promise<string> {
  const body = await c.req.text();
  return body === '' ? queryOf(c) : body;
}

interface ReceivedRequest {
  requestId: string;
  body: string;
}

function execute(c: SandboxContext, call: Call, parts: DispatcherParts, { requestId, body }: ReceivedRequest): Answer {
  const { account } = parts;
  checkKey(c, parts.secretKey);
  const version = c.req.header('stripe-version');
  if (version !== undefined && version !== API_VERSION) throw invalidRequest(`Invalid Stripe API version: ${version}`);
  parts.catchUp();
  const key = call.method === 'post' ? c.req.header('idempotency-key') : undefined;
  const known = key === undefined ? undefined : findAnswer(account.objects, key, c.req.path, body);
  if (known) return { status: known.status, body: known.body, isReplay: true };

  let answer: Answer;
  let isKept = true;
  account.cause = call.method === 'get' ? undefined : { id: requestId, idempotency_key: key ?? null };
  try {
    const params = readParams(call.schema, parseForm(body));
    const result = call.run({ account, params, id: (name = 'id') => c.req.param(name) ?? '' });
    const expanded = expand(account, result, params.expand ?? [], parts.includables);
    answer = { status: 200, body: JSON.stringify(expanded, null, 2) };
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    isKept = !error.isUnprocessed;
    answer = errorAnswer(error, requestId);
  } finally {
    account.cause = undefined;
  }
  if (key !== undefined && isKept) {
    rememberAnswer(account.objects, body, { id: key, path: c.req.path, requestId, ...answer });
  }
  return answer;
}

const errorAnswer = ({ status, body }: ApiFault, requestId: string): Answer => ({
  status,
  body: JSON.stringify(
    { error: { ...body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` } },
    null,
    2,
  ),
});

function headersOf(c: SandboxContext, requestId: string, { isReplay }: Answer): Record<string, string> {
  const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined;
  return {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'stripe-version': API_VERSION,
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(isReplay && { 'idempotent-replayed': 'true' }),
  };
}

/** Any address that is no call. */
export function unknownRoute(c: SandboxContext, pathname = c.req.path): Response {
  const path = pathname.replace(/^\/stripe(?=\/)/, '');
  const message = `Unrecognized request URL (${c.req.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return c.json({ error: { type: 'invalid_request_error', message } }, 404, { 'request-id': newId('req') });
}

export const internalError = (c: SandboxContext): Response =>
  c.json({ error: REFUSALS.broken.body }, 500, { 'request-id': newId('req') });

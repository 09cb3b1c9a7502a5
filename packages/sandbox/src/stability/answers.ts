import { randomBytes } from 'node:crypto';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxContext } from '../kit/provider.js';

const ERRORS = {
  unauthorized: [401, 'authorization: invalid or missing header value'],
  payment_required: [
    402,
    'You lack sufficient credits to make this request. Please purchase more credits at https://platform.stability.ai/account/credits and try again.',
  ],
  content_moderation: [
    403,
    'Your request was flagged by our content moderation system, as a result your request was denied and you were not charged.',
  ],
  not_found: [404, 'The requested resource was not found.'],
  payload_too_large: [413, 'body: payloads cannot be larger than 10MiB in size'],
  invalid_language: [422, 'English is the only supported language for this service.'],
  rate_limit_exceeded: [
    429,
    'You have exceeded the rate limit of 150 requests within a 10 second period, and have been timed out for 60 seconds.',
  ],
  internal_error: [500, 'An unexpected server error has occurred, please try again later.'],
  service_unavailable: [503, 'The service is temporarily unavailable, please try again later.'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;
export type StabilityErrorName = keyof typeof ERRORS;

const requestId = (): string => randomBytes(16).toString('hex');

function answerError(
  c: SandboxContext,
  status: ContentfulStatusCode,
  { name, errors }: { name: string; errors: string[] },
): Response {
  const id = requestId();
  return c.json({ id, name, errors }, status, { 'x-request-id': id });
}

export function stabilityError(c: SandboxContext, name: StabilityErrorName, retryAfter?: number): Response {
  const [status, message] = ERRORS[name];
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
  return answerError(c, status, { name, errors: [message] });
}

export const badRequest = (c: SandboxContext, errors: string[]): Response =>
  answerError(c, 400, { name: 'bad_request', errors });

/** Errors of the older `/v1` API have one `message`. */
export const unauthorizedV1 = (c: SandboxContext): Response =>
  c.json({ id: requestId(), name: 'unauthorized', message: 'Incorrect API key provided' }, 401);

export const generationHeaders = (finishReason: string, seed: number): Record<string, string> => ({
  'x-request-id': requestId(),
  'finish-reason': finishReason,
  seed: String(seed),
});

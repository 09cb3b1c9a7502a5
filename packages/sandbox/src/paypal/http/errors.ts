import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxContext } from '../../kit/provider.js';
import { newId } from '../ids.js';
import { ISSUES, type Issue } from './issues.js';

export interface ErrorDetail {
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query' | 'header';
  issue: string;
  description: string;
}

export interface ErrorLink {
  href: string;
  rel: string;
  method?: string;
}

const MESSAGES = {
  INVALID_REQUEST: [400, 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  VALIDATION_ERROR: [400, 'Invalid data provided'],
  WEBHOOK_URL_ALREADY_EXISTS: [400, 'Webhook URL already exists'],
  WEBHOOK_NUMBER_LIMIT_EXCEEDED: [400, 'Number of webhooks exceeds the limit'],
  AUTHENTICATION_FAILURE: [
    401,
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  ],
  RESOURCE_NOT_FOUND: [404, 'The specified resource does not exist.'],
  INVALID_RESOURCE_ID: [404, 'The requested resource ID was not found'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The server does not support the request payload’s media type.'],
  PAYLOAD_TOO_LARGE: [413, 'The request payload is too large.'],
  UNPROCESSABLE_ENTITY: [
    422,
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error has occurred.'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;
export type ErrorName = keyof typeof MESSAGES;

/** An answer that refuses, in PayPal's form: name, message, debug_id, details, links. */
export class PaypalError extends Error {
  constructor(
    readonly errorName: ErrorName,
    readonly details: ErrorDetail[] = [],
    readonly links: ErrorLink[] = [],
  ) {
    super(MESSAGES[errorName][1]);
  }
}

/** 422, with the reason in `details[0].issue`. */
export const unprocessable = (
  issue: Issue,
  where: Pick<ErrorDetail, 'field' | 'value'> = {},
  links: ErrorLink[] = [],
): PaypalError =>
  new PaypalError(
    'UNPROCESSABLE_ENTITY',
    [{ ...where, ...(where.field !== undefined && { location: 'body' as const }), issue, description: ISSUES[issue] }],
    links,
  );

export const notFound = (): PaypalError =>
  new PaypalError('RESOURCE_NOT_FOUND', [
    { issue: 'INVALID_RESOURCE_ID', description: 'Requested resource ID was not found.' },
  ]);

/** A field of the request that cannot be read. */
export const invalidField = (
  field: string,
  location: 'body' | 'query' | 'header',
  issue: string,
  description: string,
) => new PaypalError('INVALID_REQUEST', [{ field, location, issue, description }]);

export function answerError(c: SandboxContext, { errorName, details, links }: PaypalError): Response {
  const [status, message] = MESSAGES[errorName];
  const debugId = newId.debug();
  const information = {
    href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${details[0]?.issue ?? errorName}`,
    rel: 'information_link',
    method: 'GET',
  };
  c.set('detail', { ...c.get('detail'), error: details[0]?.issue ?? errorName });
  const body = { name: errorName, message, debug_id: debugId, details, links: [information, ...links] };
  return c.json(body, status, { 'paypal-debug-id': debugId });
}

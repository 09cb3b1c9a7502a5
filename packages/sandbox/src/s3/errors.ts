import { randomBytes } from 'node:crypto';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxContext } from '../kit/provider.js';
import { xmlOf } from './xml.js';

export const S3_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

export class S3Error extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    message: string,
    readonly details: Record<string, string | number> = {},
  ) {
    super(message);
    this.name = 'S3Error';
  }
}

/** The date is the sandbox's clock, so that clients correct their own. */
export function commonHeaders(now: number): Record<string, string> {
  return {
    'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
    'x-amz-id-2': randomBytes(48).toString('base64'),
    server: 'AmazonS3',
    date: new Date(now).toUTCString(),
  };
}

export function answerError(c: SandboxContext, error: S3Error, now: number): Response {
  const headers = commonHeaders(now);
  const document = xmlOf('Error', {
    Code: error.code,
    Message: error.message,
    ...error.details,
    Resource: c.req.path.slice('/s3'.length),
    RequestId: headers['x-amz-request-id'],
    HostId: headers['x-amz-id-2'],
  });
  return c.body(document, error.status, { ...headers, 'content-type': 'application/xml' });
}

export const accessDenied = (message = 'Access Denied', details: Record<string, string | number> = {}): S3Error =>
  new S3Error(403, 'AccessDenied', message, details);

export const notImplemented = (what: string): S3Error =>
  new S3Error(
    501,
    'NotImplemented',
    `A header or query you provided implies functionality that is not implemented: ${what}`,
  );

export const preconditionFailed = (condition: string): S3Error =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });

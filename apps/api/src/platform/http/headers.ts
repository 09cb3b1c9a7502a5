import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';

/** The API description runs scripts of its own; every other answer is data. */
export const DOCS_PATH = '/api/docs';
const DOCS_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

const CONSTANT = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};
const OVER_TLS = { 'strict-transport-security': 'max-age=31536000' };

export function constantHeaders(config: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const constant = { ...CONSTANT, ...(config.secureCookies && OVER_TLS) };
  return (request, reply) => {
    reply.headers(constant).header('x-request-id', request.id);
    if (config.http.docs && request.url.startsWith(DOCS_PATH)) reply.header('content-security-policy', DOCS_POLICY);
  };
}

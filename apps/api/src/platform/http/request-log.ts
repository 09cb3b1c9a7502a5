import type { ErrorCode } from '@app/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { observeRequest } from '../observability/metrics.js';
import { principalOf } from './principal.js';

const failures = new WeakMap<FastifyRequest, ErrorCode>();
export const noteFailure = (request: FastifyRequest, code: ErrorCode): void => void failures.set(request, code);

/**
 * One line and one measurement per request. The route's pattern is written, never the address: addresses carry share
 * tokens, signed links and codes.
 */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const seconds = reply.elapsedTime / 1000;
    observeRequest({ method: request.method, route, status: reply.statusCode, seconds });
    logger.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user_id: principalOf(request)?.userId,
        code: failures.get(request),
      },
      'request',
    );
    done();
  });
}

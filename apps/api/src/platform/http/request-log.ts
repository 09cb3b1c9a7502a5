import { routes } from '@app/contracts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { requestSeconds } from '../observability/metrics.js';
import { endpointOf } from './endpoint.js';

/** What nginx calls the status of a client that left before it was answered. */
const CLIENT_LEFT = 499;

/**
 * One line and one measurement per request, when its connection is done with it; event streams therefore when they end.
 * The route's pattern is written, never the address: addresses carry share tokens, signed links and codes.
 */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const { id, method, principal, failure } = request;
      const route = request.routeOptions.url ?? 'unknown';
      const { elapsedTime } = reply;
      const status = reply.raw.headersSent ? reply.statusCode : CLIENT_LEFT;
      requestSeconds.observe({ method, route, status }, elapsedTime / 1000);
      // Load balancers ask for it all day long.
      const isRoutine = endpointOf(request)?.call.route === routes.service.health && status < 400;
      logger[isRoutine ? 'debug' : 'info'](
        {
          request_id: id,
          method,
          route,
          status,
          ms: Math.round(elapsedTime),
          user_id: principal?.userId,
          code: failure ?? undefined,
          aborted: reply.raw.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    done();
  });
}

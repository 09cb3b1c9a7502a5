import { context } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { requestSeconds } from '../observability/metrics.js';
import { isHealthCheck } from './admission.js';
import { endpointOf } from './endpoint.js';

/** nginx's status for a client that left before the answer. */
const CLIENT_LEFT = 499;

/** Logs the route's pattern, never the address: addresses carry share tokens, signed links and codes. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const log = (): void => {
      const { id, method, principal, failure } = request;
      const route = request.routeOptions.url ?? 'unknown';
      const { elapsedTime } = reply;
      const status = reply.raw.headersSent ? reply.statusCode : CLIENT_LEFT;
      requestSeconds.observe({ method, route, status }, elapsedTime / 1000);
      // Load balancers ask for it all day long.
      const call = endpointOf(request)?.call;
      const isRoutine = call !== undefined && isHealthCheck(call.route) && status < 400;
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
    };
    // With its trace, if there is one.
    reply.raw.once('close', context.bind(context.active(), log));
    done();
  });
}

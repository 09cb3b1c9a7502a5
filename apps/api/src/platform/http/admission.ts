import { routes, type Route } from '@app/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { addressKey } from '../throttle/address-key.js';
import type { LimitState, RateLimiters } from '../throttle/rate-limiters.js';
import type { Authentication } from './authentication.js';
import { endpointOf } from './endpoint.js';
import { openedBy } from './token.guard.js';

/** Asked for by machines again and again, and remembered for a second. */
const HEALTH_CHECKS = new Set<Route>([routes.service.health, routes.service.live, routes.service.ready]);
export const isHealthCheck = (route: Route): boolean => HEALTH_CHECKS.has(route);
/** A gallery page asks for dozens; only a flood is refused. */
const FLOOD_ONLY: Route = routes.service.file;

const rateHeaders = ({ limit, remaining, resetSeconds }: LimitState): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});

/** Counts a request of a program and tells it what is left, also when nothing is. */
async function admitProgram(limiters: RateLimiters, reply: FastifyReply, userId: string): Promise<void> {
  const state = await limiters.countProgram(userId);
  reply.headers(rateHeaders(state));
  if (state.isExceeded) throw new AppError('RATE_LIMITED', { retryAfter: state.resetSeconds });
}

/**
 * Finds the principal of each request and applies the limits, before the body is read. Addresses are counted before the
 * token is looked at, so that guessing tokens is limited too.
 */
export function admitRequests(fastify: FastifyInstance, limiters: RateLimiters, authentication: Authentication): void {
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const endpoint = endpointOf(request);
    if (endpoint && isHealthCheck(endpoint.call.route)) return;
    const address = addressKey(request.ip);
    await limiters.consumeFlood(address);
    // An unknown route is counted like a public call.
    if (!endpoint) return limiters.consumeGeneral('address', address);
    const { call, limit } = endpoint;
    if (limit?.by === 'address') await limiters.consumeNamed(limit, address);
    if (call.route === FLOOD_ONLY) return;
    const { route } = call;
    if (route.access === 'public') return limiters.consumeGeneral('address', address);
    request.principal = await authentication.findPrincipal(openedBy(route), request.headers.authorization);
    if (!request.principal) return;
    const { userId } = request.principal;
    if (route.access === 'key') {
      await admitProgram(limiters, reply, userId);
    } else {
      await limiters.consumeGeneral('person', userId);
    }
    if (limit?.by === 'person') await limiters.consumeNamed(limit, userId);
  });
}

import { routes, type Route } from '@app/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../throttle/address-key.js';
import type { RateLimiters } from '../throttle/rate-limiters.js';
import type { Authentication } from './authentication.js';
import { endpointOf } from './endpoint.js';

/** Asked for by machines again and again, and remembered for a second. */
const UNCOUNTED: Route = routes.service.health;
/** A gallery page asks for dozens; only a flood is refused. */
const FLOOD_ONLY: Route = routes.service.file;

/**
 * Finds the principal of each request and applies the limits, before the body is read. Addresses are counted before the
 * token is looked at, so that guessing tokens is limited too.
 */
export function admitRequests(fastify: FastifyInstance, limiters: RateLimiters, authentication: Authentication): void {
  fastify.addHook('onRequest', async (request: FastifyRequest) => {
    const endpoint = endpointOf(request);
    if (endpoint?.call.route === UNCOUNTED) return;
    const address = addressKey(request.ip);
    await limiters.consumeFlood(address);
    // An unknown address is counted like a public call.
    if (!endpoint) return limiters.consumeGeneral('address', address);
    const { call, limit } = endpoint;
    if (limit?.by === 'address') await limiters.consumeNamed(limit, address);
    if (call.route === FLOOD_ONLY) return;
    if (call.route.access === 'public') return limiters.consumeGeneral('address', address);
    request.principal = await authentication.findPrincipal(request.headers.authorization);
    if (!request.principal) return;
    const { userId } = request.principal;
    await limiters.consumeGeneral('person', userId);
    if (limit?.by === 'person') await limiters.consumeNamed(limit, userId);
  });
}

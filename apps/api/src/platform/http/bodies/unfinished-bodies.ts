import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.js';
import { addressKey } from '../../throttle/address-key.js';
import { whenClosed } from '../when-closed.js';

/** Many users share an address, but their bodies arrive within milliseconds. */
const MOST_PER_ADDRESS = 32;
const RETRY_AFTER_SECONDS = 5;

/** Refuses the oldest unfinished body of an address, so that slow senders block nobody. */
export function boundUnfinishedBodies(fastify: FastifyInstance): void {
  const byAddress = new Map<string, Set<PassThrough>>();
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (request.raw.complete) return done(null, payload);
    const address = addressKey(request.ip);
    const bodies = byAddress.get(address) ?? new Set();
    const body = new PassThrough();
    byAddress.set(address, bodies.add(body));
    // Fastify listens only while it reads.
    body.on('error', () => undefined);
    body.once('close', () => {
      bodies.delete(body);
      if (bodies.size === 0 && byAddress.get(address) === bodies) byAddress.delete(address);
      // Drops what still arrives.
      payload.unpipe(body);
      payload.resume();
    });
    whenClosed(reply.raw, () => body.destroy());
    const breakOff = (): void => {
      if (!request.raw.complete) body.destroy(new Error('The body broke off'));
    };
    // The sender may have left while the limits were asked.
    if (payload.destroyed) breakOff();
    else payload.once('close', breakOff);
    const [oldest] = bodies;
    if (oldest && bodies.size > MOST_PER_ADDRESS) {
      bodies.delete(oldest);
      oldest.destroy(new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER_SECONDS }));
    }
    done(null, payload.pipe(body));
  });
}

import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;

/**
 * Lets the server end as soon as the last answer is given. Node closes connections that are idle when the stop begins,
 * but would keep each that becomes idle later for as long as keep-alive lasts.
 */
export function drainOnClose(fastify: FastifyInstance): void {
  let isClosing = false;
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    const looking = setInterval(() => fastify.server.closeIdleConnections(), LOOK_EVERY_MS);
    fastify.server.once('close', () => clearInterval(looking));
    done();
  });
  // Tells the client not to send its next request into a connection that is about to go.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

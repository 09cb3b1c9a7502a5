import type { FastifyInstance, FastifyReply } from 'fastify';

const LOOK_EVERY_MS = 50;

/**
 * Lets the server end as soon as the last answer is given. Node closes connections that are idle when the stop begins,
 * but would keep each that becomes idle later for as long as keep-alive lasts. `open` answers what is under way then; the
 * returned step is for each request that begins.
 */
export function drainOnClose(
  fastify: FastifyInstance,
  open: () => Iterable<FastifyReply>,
): (reply: FastifyReply) => void {
  let isClosing = false;
  // Tells the client not to send its next request into a connection that is about to go.
  const announce = (reply: FastifyReply): void => void reply.header('connection', 'close');
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    for (const reply of open()) announce(reply);
    const looking = setInterval(() => fastify.server.closeIdleConnections(), LOOK_EVERY_MS);
    fastify.server.once('close', () => clearInterval(looking));
    done();
  });
  return (reply) => {
    if (isClosing) announce(reply);
  };
}

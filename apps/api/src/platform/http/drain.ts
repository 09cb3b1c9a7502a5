import type { FastifyInstance, FastifyReply } from 'fastify';

const LOOK_EVERY_MS = 50;

/** Node would keep a connection that becomes idle during shutdown for as long as keep-alive lasts. */
export function drainOnClose(fastify: FastifyInstance): void {
  const open = new Set<FastifyReply>();
  let isClosing = false;
  const announce = (reply: FastifyReply): void => {
    if (!reply.raw.headersSent) void reply.header('connection', 'close');
  };
  fastify.addHook('onRequest', (_request, reply, done) => {
    open.add(reply);
    reply.raw.once('close', () => open.delete(reply));
    if (isClosing) announce(reply);
    done();
  });
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    open.forEach(announce);
    const looking = setInterval(() => fastify.server.closeIdleConnections(), LOOK_EVERY_MS);
    fastify.server.once('close', () => clearInterval(looking));
    done();
  });
}

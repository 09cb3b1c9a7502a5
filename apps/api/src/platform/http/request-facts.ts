import type { ErrorCode } from '@app/contracts';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Pattern of the route that answers, with the prefix; null where none does. */
    pattern: string | null;
    /** The code that the request failed with. */
    failure: ErrorCode | null;
  }
}

/** Makes the fields that are kept in requests themselves, here and beside what fills them in: maps cost several times as much. */
export function declareFacts(fastify: FastifyInstance): void {
  fastify.decorateRequest('principal', null);
  fastify.decorateRequest('pattern', null);
  fastify.decorateRequest('failure', null);
  fastify.decorateRequest('input', null);
  // Asked of the request itself, its route's options are put together anew each time.
  fastify.addHook('onRoute', (route) => {
    const note: onRequestHookHandler = (request, _reply, done) => {
      request.pattern = route.url;
      done();
    };
    route.onRequest = [note, ...[route.onRequest ?? []].flat()];
  });
}

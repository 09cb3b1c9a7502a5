import { randomUUID } from 'node:crypto';
import httpProxy from '@fastify/http-proxy';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerBase,
  RequestGenericInterface,
  RouteGenericInterface,
} from 'fastify';

const RETRY_AFTER_SECONDS = 3;
/** Longer than any answer takes to begin, the client's own time-out (30 s) included. */
const FIRST_BYTE_MS = 35_000;

interface ProxyOptions {
  apiOrigin: string;
  trustProxyHops: number;
}

/** The failure shape of the API, said in its place while it cannot be reached. */
function answerUnavailable(reply: FastifyReply<RouteGenericInterface, RawServerBase>): void {
  void reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).header('cache-control', 'no-store').send({
    success: false,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is temporarily unavailable. Please try again in a moment.',
    request_id: randomUUID(),
  });
}

function forwarded(
  request: FastifyRequest<RequestGenericInterface, RawServerBase>,
  trustProxyHops: number,
): Record<string, string> {
  const { headers, socket } = request;
  const before = headers['x-forwarded-for'];
  const chain = [...(before === undefined ? [] : [before].flat()), socket.remoteAddress ?? ''];
  // Only a proxy of ours in front may say how the visitor reached it.
  const believed = trustProxyHops > 1;
  const said = (name: string): string | undefined => (believed ? [headers[name]].flat()[0] : undefined);
  return {
    'x-forwarded-for': chain.join(', '),
    'x-forwarded-host': said('x-forwarded-host') ?? headers.host ?? '',
    'x-forwarded-proto': said('x-forwarded-proto') ?? 'http',
  };
}

/** Hands `/api/<something>` on to the API, piece by piece as it comes; `/api` itself is a page. */
export async function proxyApi(app: FastifyInstance, { apiOrigin, trustProxyHops }: ProxyOptions): Promise<void> {
  await app.register(httpProxy, {
    upstream: apiOrigin,
    prefix: '/api',
    rewritePrefix: '/api',
    routes: ['/*'],
    // An event stream holds a connection and may be silent for long.
    undici: { connections: 1024, pipelining: 1, bodyTimeout: 0, headersTimeout: FIRST_BYTE_MS },
    // By default an answer 503 of the API would be asked for ten more times before anybody sees it.
    retryMethods: [],
    maxRetriesOn503: 0,
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwarded(request, trustProxyHops) }),
      onError: answerUnavailable,
    },
  });
}

import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type {
  FastifyError,
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

type Reply = FastifyReply<RouteGenericInterface, RawServerBase>;

/** The failure shape of the API, said in its place. */
function answerFailure(reply: Reply, status: number, failure: { code: string; message: string }): void {
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ success: false, ...failure, request_id: randomUUID() });
}

/** While the API cannot be reached. */
function answerUnavailable(reply: Reply): void {
  void reply.header('retry-after', RETRY_AFTER_SECONDS);
  answerFailure(reply, 503, {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is temporarily unavailable. Please try again in a moment.',
  });
}

/** For addresses that cannot be handed on. */
export function answerNotFound(reply: Reply): void {
  answerFailure(reply, 404, { code: 'NOT_FOUND', message: 'Not found' });
}

export const isForApi = (url: string): boolean => /^\/api\/[^?#]/.test(url);

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

/**
 * The API may answer before it has read the body. The visitor's connection must not end with the one to the API, or the
 * answer would be lost: the two are joined by a pipe that can break, and what is left is read and dropped.
 */
function readToTheEnd(app: FastifyInstance): void {
  app.addHook('preParsing', (_request, _reply, body, done) => {
    done(null, body.pipe(new PassThrough()));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) void reply.removeHeader('connection');
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.raw.resume();
    done();
  });
}

/** Hands `/api/<something>` on to the API, piece by piece as it comes; `/api` itself is a page. */
export async function proxyApi(app: FastifyInstance, { apiOrigin, trustProxyHops }: ProxyOptions): Promise<void> {
  readToTheEnd(app);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (!isForApi(request.url)) throw error;
    // An address that climbs out of its folder.
    if (error.statusCode === 400) answerNotFound(reply);
    else answerUnavailable(reply);
  });
  await app.register(httpProxy, {
    upstream: apiOrigin,
    prefix: '/api',
    rewritePrefix: '/api',
    routes: ['/*'],
    // An event stream holds a connection and may be silent for long.
    undici: { connections: 1024, pipelining: 1, bodyTimeout: 0, headersTimeout: FIRST_BYTE_MS },
    // By default an answer 503 of the API would be asked for ten more times before anybody sees it.
    retryMethods: [],
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwarded(request, trustProxyHops) }),
    },
  });
}

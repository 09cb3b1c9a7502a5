import { randomUUID } from 'node:crypto';
import {
  Agent,
  request as requestApi,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance } from 'fastify';

const RETRY_AFTER_SECONDS = 3;
/** Longer than any answer takes to begin, the client's own time-out (30 s) included. */
const FIRST_BYTE_MS = 35_000;
/** Less than the API keeps its idle connections. */
const IDLE_MS = 60_000;

/** Headers that concern one connection only (RFC 9110, 7.6.1). `Expect` is answered by this server itself. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** Says where a body ends: without it, a body on a kept connection would be read as the next request. */
const FRAMING = new Set(['content-length', 'transfer-encoding']);

interface ProxyOptions {
  apiOrigin: string;
  trustProxyHops: number;
}

/** The failure shape of the API. */
function answerFailure(response: ServerResponse, status: number, failure: { code: string; message: string }): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(JSON.stringify({ success: false, ...failure, request_id: randomUUID() }));
}

function answerUnavailable(response: ServerResponse): void {
  response.setHeader('retry-after', RETRY_AFTER_SECONDS);
  answerFailure(response, 503, {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is temporarily unavailable. Please try again in a moment.',
  });
}

/** For addresses that cannot be decoded. */
export const answerNotFound = (response: ServerResponse): void =>
  answerFailure(response, 404, { code: 'NOT_FOUND', message: 'Not found' });

export const isForApi = (url: string): boolean => /^\/api\/[^?#]/.test(url);

/** Headers of the message itself, without those of its connection. */
function endToEnd({ connection = '', ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named.filter((name) => !FRAMING.has(name))]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

function requestHeaders({ headers, socket }: IncomingMessage, trustProxyHops: number): IncomingHttpHeaders {
  const { host, ...own } = endToEnd(headers);
  const before = headers['x-forwarded-for'];
  const chain = [...(before === undefined ? [] : [before].flat()), socket.remoteAddress ?? ''];
  // Only a proxy of ours in front may say how the visitor reached it.
  const isBelieved = trustProxyHops > 1;
  const said = (name: string): string | undefined => (isBelieved ? [headers[name]].flat()[0] : undefined);
  return {
    ...own,
    'x-forwarded-for': chain.join(', '),
    'x-forwarded-host': said('x-forwarded-host') ?? host ?? '',
    'x-forwarded-proto': said('x-forwarded-proto') ?? 'http',
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Sends a body on as it comes. The API may answer before it has all of it: the rest is read and dropped. */
function sendBody(request: IncomingMessage, toApi: ClientRequest): void {
  if (!hasBody(request)) {
    toApi.end();
    return;
  }
  // The API decides how long it waits for a body, so it must know at once that one is to come.
  toApi.flushHeaders();
  request.pipe(toApi);
  toApi.once('close', () => {
    request.unpipe(toApi);
    request.resume();
  });
}

function forward(request: IncomingMessage, response: ServerResponse, toApi: ClientRequest): void {
  const noAnswer = setTimeout(() => toApi.destroy(new Error('The API does not answer')), FIRST_BYTE_MS);
  // Also when the visitor has left.
  response.once('close', () => {
    clearTimeout(noAnswer);
    toApi.destroy();
  });
  toApi.on('response', (answer) => {
    clearTimeout(noAnswer);
    const { 'transfer-encoding': _, ...headers } = endToEnd(answer.headers);
    response.writeHead(answer.statusCode ?? 502, headers);
    pipeline(answer, response, () => undefined);
  });
  toApi.on('error', () => {
    if (response.headersSent || response.destroyed) response.destroy();
    else answerUnavailable(response);
  });
  sendBody(request, toApi);
}

/**
 * Hands `/api/<something>` on to the API as it comes; `/api` itself is a page. Each request has a connection of its own to
 * the API while it lasts, so that none waits for another.
 */
export function proxyApi(app: FastifyInstance, { apiOrigin, trustProxyHops }: ProxyOptions): void {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  app.addHook('onClose', () => agent.destroy());
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { method, url: path = '' } = raw;
    if (!isForApi(path)) return done();
    const toApi = requestApi(apiOrigin, { agent, method, path, headers: requestHeaders(raw, trustProxyHops) });
    reply.hijack();
    forward(raw, reply.raw, toApi);
  });
}

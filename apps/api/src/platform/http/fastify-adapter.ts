import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_LOCALE } from '@app/contracts';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { failureBody } from './failure.js';
import { SerializedAnswer } from './serialized-answer.js';
import { trustedHops } from './trust-proxy.js';

const BODY_LIMIT = 64 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Node's default is 30 s. */
const CHECK_EVERY_MS = 1_000;
/** Longer than common proxies keep theirs, so that a proxy never writes into a closed connection. */
const KEEP_ALIVE_MS = 75_000;
const MAX_CONNECTIONS = 10_000;
const MAX_PARAMETER_LENGTH = 2_000;

function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify(failureBody(new AppError('MALFORMED_BODY'), DEFAULT_LOCALE, randomUUID()));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** `onFrameworkError` answers what fails before a route is found. */
export function createAdapter(
  config: Config,
  onFrameworkError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
): FastifyAdapter {
  const adapter = new FastifyAdapter({
    logger: false,
    // There is no Express middleware, and looking for some costs every request.
    skipMiddie: true,
    trustProxy: trustedHops(config.http.trustProxyHops, config.http.trustedProxies),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, ignoreTrailingSlash: false },
    // Requests that arrive during shutdown are still served.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: onFrameworkError,
  });
  const fastify = adapter.getInstance();
  for (const field of ['principal', 'failure', 'input']) fastify.decorateRequest(field, null);
  fastify.server.maxConnections = MAX_CONNECTIONS;
  fastify.setReplySerializer((payload) =>
    payload instanceof SerializedAnswer ? payload.body : JSON.stringify(payload),
  );
  return adapter;
}

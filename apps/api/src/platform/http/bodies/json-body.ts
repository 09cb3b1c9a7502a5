import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.js';
import { endpointOf } from '../endpoint.js';

const CHARSET = /;\s*charset="?([^";\s]+)/i;
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

const isRaw = (request: FastifyRequest): boolean => endpointOf(request)?.rawBodyLimit !== undefined;

/** No compression (a small body could unpack to gigabytes) and no other character set. */
export function refuseOtherEncodings(request: FastifyRequest): void {
  if (WITHOUT_BODY.has(request.method) || isRaw(request)) return;
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
}

/**
 * Node reads a refused body to its end unless the connection is to be closed, which would reset it: a proxy would never
 * see the answer.
 */
export function keepConnection(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete) void reply.removeHeader('connection');
}

/** Raw endpoints keep their bytes. Keys that would reach an object's prototype are refused. */
export function parseBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isRaw(request)) return done(null, body);
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(new AppError('MALFORMED_BODY'), undefined);
    return parse(request, body.toString('utf8'), done);
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    done(isRaw(request) ? null : new AppError('UNSUPPORTED_MEDIA_TYPE'), body);
  });
  fastify.addHook('onRoute', (route) => {
    const { rawBodyLimit, bodyLimit } = route.config?.endpoint ?? {};
    const limit = rawBodyLimit ?? bodyLimit;
    if (limit !== undefined) route.bodyLimit = limit;
  });
}

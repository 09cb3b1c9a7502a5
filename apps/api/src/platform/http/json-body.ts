import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { endpointOf } from './endpoint.js';

const CHARSET = /;\s*charset="?([^";\s]+)/i;
/** Nobody reads what comes with these. */
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

const isRaw = (request: FastifyRequest): boolean => endpointOf(request)?.rawBodyLimit !== undefined;

/** A body is plain UTF-8 JSON: no compression (a small one could unpack to gigabytes), no other character set. */
export function refuseOtherEncodings(request: FastifyRequest): void {
  if (WITHOUT_BODY.has(request.method) || isRaw(request)) return;
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
}

/**
 * A refusal comes before the body has arrived. Closing the connection then resets it, and whoever is still sending, a
 * proxy above all, never sees the answer. So the rest is read and dropped; the time limit of requests bounds it.
 */
export function keepConnection(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete) void reply.removeHeader('connection');
}

/** Reads what of a refused body is still to come; to be done once the answer was given. */
export function readToTheEnd(request: FastifyRequest): void {
  if (!request.raw.complete) request.raw.resume();
}

/**
 * Bodies are JSON, except those of raw endpoints, which are left as they came. An empty body counts as none; keys that
 * would reach an object's prototype are refused.
 */
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
    const limit = route.config?.endpoint?.rawBodyLimit;
    if (limit !== undefined) route.bodyLimit = limit;
  });
}

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

const CHARSET = /;\s*charset="?([^";\s]+)/i;

/** A body is plain UTF-8 JSON: no compression (a small one could unpack to gigabytes), no other character set. */
function refuseOtherEncodings(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
}

/** JSON and nothing else. An empty body counts as none; keys that would reach an object's prototype are refused. */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(new AppError('MALFORMED_BODY'), undefined);
    return parse(request, body.toString('utf8'), done);
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    refuseOtherEncodings(request);
    done();
  });
}

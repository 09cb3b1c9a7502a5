import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ErrorCode } from '@app/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toAppError } from '../errors/to-app-error.js';
import { failureBody } from './failure.js';
import { keepConnection } from './json-body.js';
import { localeOf } from './accept-language.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code that the request failed with. */
    failure: ErrorCode | null;
  }
}

/** Answers every failure in the envelope, and logs those that are ours; what is inside never gets out. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    this.answer(thrown, request, reply);
  }

  /** The same for failures that Fastify meets before a handler was found. */
  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toAppError(thrown);
    request.failure = error.code;
    if (error.status >= 500) {
      this.logger.error({ err: error.cause ?? error, request_id: request.id, code: error.code }, 'request failed');
    }
    if (reply.sent || reply.raw.headersSent) {
      // A stream broke midway: the connection is all that can still tell.
      reply.raw.destroy();
      return;
    }
    keepConnection(request, reply);
    if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)));
    const body = failureBody(error, localeOf(request.headers['accept-language']), request.id);
    reply.status(error.status).type('application/json; charset=utf-8').serializer(JSON.stringify);
    void reply.send(body);
  }
}

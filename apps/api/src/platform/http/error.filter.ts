import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ErrorCode } from '@app/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import { toAppError } from '../errors/to-app-error.js';
import { failureBody } from './failure.js';
import { keepConnection } from './bodies/json-body.js';
import { localeOf } from './accept-language.js';

declare module 'fastify' {
  interface FastifyRequest {
    failure: ErrorCode | null;
  }
}

/** A client that broke off its body: Node reports a reset connection, as for our own connections. */
const hasGoneAway = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Answers in the envelope, logs faults of ours, and reveals nothing internal. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    this.answer(thrown, request, reply);
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = hasGoneAway(request) ? new AppError('MALFORMED_BODY', { cause: thrown }) : toAppError(thrown);
    request.failure = error.code;
    if (error.status >= 500) {
      this.logger.error({ err: error.cause ?? error, request_id: request.id, code: error.code }, 'request failed');
    }
    if (reply.sent || reply.raw.headersSent) {
      // A stream broke midway: only the connection can still tell.
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

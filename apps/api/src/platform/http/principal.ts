import type { Plan } from '@app/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** The user that a request acts for, and how the request proved it. */
export interface Principal {
  userId: string;
  plan: Plan;
  source: { kind: 'session'; sessionId: string } | { kind: 'apiKey'; keyId: string };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the token was checked, and on public endpoints. */
    principal: Principal | null;
  }
}

function principalOf(context: ExecutionContext): Principal {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('This decorator needs an endpoint that is not public');
  return principal;
}

/** The signed-in user. Only on endpoints whose route asks for a token. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  principalOf(context),
);

/** The id of the session; refuses requests that are not made in one. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { source } = principalOf(context);
  if (source.kind !== 'session') throw new AppError('UNAUTHENTICATED');
  return source.sessionId;
});

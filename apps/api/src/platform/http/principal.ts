import type { ApiKeyScope, Plan } from '@app/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

export interface Principal {
  userId: string;
  plan: Plan;
  source: { kind: 'session'; sessionId: string } | { kind: 'apiKey'; keyId: string; scopes: ApiKeyScope[] };
}
export type PrincipalKind = Principal['source']['kind'];

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

function principalOf(context: ExecutionContext): Principal {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('This decorator needs an endpoint that is not public');
  return principal;
}

export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  principalOf(context),
);

/** The id of the API key; refuses requests that are not made with one. */
export const CurrentKey = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { source } = principalOf(context);
  if (source.kind !== 'apiKey') throw new AppError('UNAUTHENTICATED');
  return source.keyId;
});

/** The id of the session; refuses requests that are not made in one. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { source } = principalOf(context);
  if (source.kind !== 'session') throw new AppError('UNAUTHENTICATED');
  return source.sessionId;
});

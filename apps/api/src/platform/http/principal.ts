import type { Plan } from '@app/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who a request speaks for, as its session row says at this moment. */
export interface Principal {
  userId: string;
  sessionId: string;
  plan: Plan;
}

/** Turns a Bearer token into a principal; provided by the auth module. */
export interface Authenticator {
  /** Null for a token that is unknown, expired, tampered with, signed out, or of a removed account. */
  authenticate(token: string): Promise<Principal | null>;
}
export const AUTHENTICATOR = Symbol('AUTHENTICATOR');

const principals = new WeakMap<FastifyRequest, Principal>();
export const setPrincipal = (request: FastifyRequest, principal: Principal): void =>
  void principals.set(request, principal);
export const principalOf = (request: FastifyRequest): Principal | undefined => principals.get(request);

/** The signed-in person. Only on endpoints whose route asks for a token. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = principalOf(context.switchToHttp().getRequest<FastifyRequest>());
  if (!principal) throw new Error('@CurrentUser() on an endpoint that is public');
  return principal;
});

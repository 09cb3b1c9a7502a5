import type { Plan } from '@app/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who a request speaks for. */
export interface Principal {
  userId: string;
  sessionId: string;
  plan: Plan;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the token was checked. */
    principal: Principal | null;
  }
}

/** Turns a Bearer token into a principal; provided by the auth module. */
export interface Authenticator {
  /**
   * Null for a token that is unknown, expired, tampered with, signed out, or of a removed account. With `mayRemember`
   * the answer may come from memory, as long as the process is sure to hear of every session that ends.
   */
  authenticate(token: string, mayRemember: boolean): Principal | null | Promise<Principal | null>;
}
export const AUTHENTICATOR = Symbol('AUTHENTICATOR');

/** The signed-in person. Only on endpoints whose route asks for a token. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.getArgByIndex<FastifyRequest>(0);
  if (!principal) throw new Error('@CurrentUser() on an endpoint that is public');
  return principal;
});

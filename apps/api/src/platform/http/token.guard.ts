import type { Route } from '@app/contracts';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { callOf } from './endpoint.js';
import { AUTHENTICATOR, type Authenticator, type Principal } from './principal.js';

const SCHEME = 'bearer ';

/** What stands behind `Bearer`; whether it is a token at all is for others to say. */
function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization?.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined;
  return authorization.slice(SCHEME.length);
}

/**
 * Answers of JSON to who reads may come a moment late. Whatever changes something asks the database who is signed in,
 * and so does what goes on for long: a stream that opens when its session has just ended would never be cut.
 */
const mayRemember = (method: string, carries: Route['carries']): boolean =>
  (method === 'GET' || method === 'HEAD') && (carries ?? 'json') === 'json';

function admit(request: FastifyRequest, principal: Principal | null): boolean {
  if (!principal) throw new AppError('UNAUTHENTICATED');
  request.principal = principal;
  return true;
}

/** Denies by default: a handler that is not a public call of the contract needs a living token. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(@Inject(AUTHENTICATOR) private readonly authenticator: Authenticator) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const route = callOf(context.getHandler())?.route;
    if (route?.access === 'public') return true;
    const request = context.getArgByIndex<FastifyRequest>(0);
    const token = bearerOf(request.headers.authorization);
    if (token === undefined) return admit(request, null);
    const found = this.authenticator.authenticate(token, mayRemember(request.method, route?.carries));
    return found !== null && 'then' in found
      ? found.then((principal) => admit(request, principal))
      : admit(request, found);
  }
}

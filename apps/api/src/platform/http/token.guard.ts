import type { ApiKeyScope, Route } from '@app/contracts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { endpointOf } from './endpoint.js';
import type { PrincipalKind } from './principal.js';

/** Who opens a route that is not public. What is no call of the contract is opened by sessions. */
export const openedBy = (route: Route | undefined): PrincipalKind => (route?.access === 'key' ? 'apiKey' : 'session');

/** A scope of null is left to the handler. */
const isInScope = (route: Route | undefined, scopes: readonly ApiKeyScope[]): boolean =>
  route?.scope === null || (route?.scope !== undefined && scopes.includes(route.scope));

/** Denies by default: a handler that is not a public call of the contract needs a valid token of its kind. */
@Injectable()
export class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const route = endpointOf(request)?.call.route;
    if (route?.access === 'public') return true;
    const source = request.principal?.source;
    if (source?.kind !== openedBy(route)) throw new AppError('UNAUTHENTICATED');
    if (source.kind === 'apiKey' && !isInScope(route, source.scopes)) throw new AppError('SCOPE_MISSING');
    return true;
  }
}

import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { routeOf } from './endpoint.js';
import { AUTHENTICATOR, setPrincipal, type Authenticator } from './principal.js';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Denies by default: a handler that is not a public call of the contract needs a living token. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(@Inject(AUTHENTICATOR) private readonly authenticator: Authenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (routeOf(context.getHandler())?.access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const principal = token ? await this.authenticator.authenticate(token) : null;
    if (!principal) throw new AppError('UNAUTHENTICATED');
    setPrincipal(request, principal);
    return true;
  }
}

import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { callOf } from './endpoint.js';
import { AUTHENTICATORS, type Authenticator, type Principal } from './principal.js';

const BEARER = /^bearer (.*)$/i;

/** Denies by default: a handler that is not a public call of the contract needs a valid token. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(@Inject(AUTHENTICATORS) private readonly authenticators: readonly Authenticator[]) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (callOf(context.getHandler())?.route.access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.principal = await this.findPrincipal(request.headers.authorization);
    if (!request.principal) throw new AppError('UNAUTHENTICATED');
    return true;
  }

  private async findPrincipal(authorization = ''): Promise<Principal | null> {
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) return null;
    for (const authenticator of this.authenticators) {
      const principal = await authenticator.authenticate(token);
      if (principal) return principal;
    }
    return null;
  }
}

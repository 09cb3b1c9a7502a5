import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { endpointOf } from './endpoint.js';

/** Denies by default: a handler that is not a public call of the contract needs a valid token. */
@Injectable()
export class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.principal || endpointOf(request)?.call.route.access === 'public') return true;
    throw new AppError('UNAUTHENTICATED');
  }
}

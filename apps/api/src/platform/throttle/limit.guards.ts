import { routes, type Route } from '@app/contracts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callOf } from '../http/endpoint.js';
import { addressKey } from './address-key.js';
import { limitOf } from './limit.js';
import { Limiters } from './limiters.js';

/** Asked for by machines, again and again, and cheap. */
const UNCOUNTED: Route = routes.service.health;
/** A gallery page asks for dozens; only a flood is refused. */
const FLOOD_ONLY: Route = routes.service.file;

/** Counts by address. Runs before tokens are looked at, so that guessing them is limited too. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(private readonly limiters: Limiters) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const handler = context.getHandler();
    if (callOf(handler)?.route === UNCOUNTED) return true;
    const address = addressKey(context.getArgByIndex<FastifyRequest>(0).ip);
    this.limiters.bearAddress(address);
    const limit = limitOf(handler);
    return limit?.by !== 'address' || this.limiters.allowNamed(limit, address).then(() => true);
  }
}

/** Counts by person; without one, by address. Runs after the token was checked. */
@Injectable()
export class PersonLimitGuard implements CanActivate {
  constructor(private readonly limiters: Limiters) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const handler = context.getHandler();
    const route = callOf(handler)?.route;
    if (route === UNCOUNTED || route === FLOOD_ONLY) return true;
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { principal } = request;
    if (!principal) {
      this.limiters.allow('address', addressKey(request.ip));
      return true;
    }
    this.limiters.allow('person', principal.userId);
    const limit = limitOf(handler);
    return limit?.by !== 'person' || this.limiters.allowNamed(limit, principal.userId).then(() => true);
  }
}

import { routes, type Route } from '@app/contracts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { routeOf } from '../http/endpoint.js';
import { principalOf } from '../http/principal.js';
import { addressKey } from './address-key.js';
import { LIMIT, type Limit } from './limit.js';
import { Limiters } from './limiters.js';

/** Asked for by machines, again and again, and cheap. */
const UNCOUNTED = new Set<Route>([routes.service.health]);
/** A gallery page asks for dozens; only a flood is refused. */
const FLOOD_ONLY = new Set<Route>([routes.service.file]);

const routeIn = (set: Set<Route>, context: ExecutionContext): boolean => {
  const route = routeOf(context.getHandler());
  return route !== undefined && set.has(route);
};
const limitOf = (context: ExecutionContext, by: Limit['by']): Limit | undefined => {
  const limit = Reflect.getMetadata(LIMIT, context.getHandler()) as Limit | undefined;
  return limit?.by === by ? limit : undefined;
};
const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** Counts by address. Runs before tokens are looked at, so that guessing them is limited too. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(private readonly limiters: Limiters) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (routeIn(UNCOUNTED, context)) return true;
    const address = addressKey(requestOf(context).ip);
    await this.limiters.bearAddress(address);
    const limit = limitOf(context, 'address');
    if (limit) await this.limiters.allowNamed(limit, address);
    return true;
  }
}

/** Counts by person; without one, by address. Runs after the token was checked. */
@Injectable()
export class PersonLimitGuard implements CanActivate {
  constructor(private readonly limiters: Limiters) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (routeIn(UNCOUNTED, context) || routeIn(FLOOD_ONLY, context)) return true;
    const request = requestOf(context);
    const userId = principalOf(request)?.userId;
    if (userId === undefined) await this.limiters.allow('address', addressKey(request.ip));
    else await this.limiters.allow('person', userId);
    const limit = limitOf(context, 'person');
    if (limit && userId !== undefined) await this.limiters.allowNamed(limit, userId);
    return true;
  }
}

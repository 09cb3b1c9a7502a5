import type { Call, CallInput } from '@app/contracts';
import {
  applyDecorators,
  createParamDecorator,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Limit } from '../throttle/rate-limiters.js';
import { SerializedAnswer } from './serialized-answer.js';
import { validateInput } from './validate-input.js';

export interface EndpointOptions {
  limit?: Limit;
  /** Most bytes of a JSON body, where that is more than of other endpoints. */
  bodyLimit?: number;
  /** Most bytes of a body that is handed over as it came, of any type, by `@RawBody()`; for signed webhooks. */
  rawBodyLimit?: number;
}

interface EndpointConfig extends EndpointOptions {
  call: Call;
}

declare module 'fastify' {
  interface FastifyRequest {
    input: object | null;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointConfig;
  }
}

export const endpointOf = (request: FastifyRequest): EndpointConfig | undefined => request.routeOptions.config.endpoint;

const VERBS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

const envelope = (data: unknown): unknown =>
  data instanceof SerializedAnswer ? data : { success: true, data: data ?? null };

class EnvelopeInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map(envelope));
  }
}

class InputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const endpoint = endpointOf(request);
    if (endpoint) request.input = validateInput(endpoint.call, request, endpoint.rawBodyLimit !== undefined);
    return true;
  }
}

/** Method, path, status, access, validation and envelope come from the call. Binary and stream calls answer alone. */
export const Endpoint = (call: Call, options: EndpointOptions = {}): MethodDecorator =>
  applyDecorators(
    RouteConfig({ endpoint: { call, ...options } }),
    UseGuards(InputGuard),
    ...((call.route.carries ?? 'json') === 'json' ? [UseInterceptors(EnvelopeInterceptor)] : []),
    HttpCode(call.route.status ?? 200),
    VERBS[call.route.method](call.route.path),
  );

/** Validated params, query, body and headers; a wrong field is a 400 that names it. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): CallInput<Call> => {
  const { input } = context.getArgByIndex<FastifyRequest>(0);
  if (!input) throw new Error('@Input() needs @Endpoint() on its method');
  return input as CallInput<Call>;
});

export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): Buffer => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (!Buffer.isBuffer(body)) throw new Error('@RawBody() needs an endpoint with a rawBodyLimit');
  return body;
});

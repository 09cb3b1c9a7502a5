import type { Call, CallInput } from '@app/contracts';
import {
  createParamDecorator,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
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

type Handler = (...args: never[]) => unknown;

const envelope = (data: unknown): unknown =>
  data instanceof SerializedAnswer ? data : { success: true, data: data ?? null };

const isPromise = (data: unknown): data is PromiseLike<unknown> =>
  typeof data === 'object' && data !== null && 'then' in data && typeof data.then === 'function';

function enveloped(original: Handler): Handler {
  return function (this: unknown, ...args: never[]) {
    const data = original.apply(this, args);
    return isPromise(data) ? data.then(envelope) : envelope(data);
  };
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
export function Endpoint(call: Call, options: EndpointOptions = {}): MethodDecorator {
  return (target, key, descriptor) => {
    const original = descriptor.value as Handler;
    const handler = (call.route.carries ?? 'json') === 'json' ? enveloped(original) : original;
    if (handler !== original) {
      for (const name of Reflect.getMetadataKeys(original) as unknown[]) {
        Reflect.defineMetadata(name, Reflect.getMetadata(name, original), handler);
      }
      Object.defineProperty(handler, 'name', { value: String(key) });
      descriptor.value = handler as typeof descriptor.value;
    }
    RouteConfig({ endpoint: { call, ...options } })(target, key, descriptor);
    UseGuards(InputGuard)(target, key, descriptor);
    HttpCode(call.route.status ?? 200)(target, key, descriptor);
    VERBS[call.route.method](call.route.path)(target, key, descriptor);
  };
}

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

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
import type { Limit } from '../throttle/endpoint-limit.js';
import { RawJson } from './raw-json.js';
import { validateInput } from './validate-input.js';

export interface EndpointOptions {
  limit?: Limit;
  /** Most bytes of a body that is handed over as it came, of any type, by `@RawBody()`; for signed webhooks. */
  rawBodyLimit?: number;
}

interface EndpointConfig extends EndpointOptions {
  call: Call;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The parameters that passed the call's schemas; null before they were checked. */
    input: object | null;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointConfig;
  }
}

/** What `@Endpoint()` declares of the route of a request; undefined where no endpoint answers. */
export const endpointOf = (request: FastifyRequest): EndpointConfig | undefined => request.routeOptions.config.endpoint;

const VERBS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

type Handler = (...args: never[]) => unknown;

const envelope = (data: unknown): unknown => (data instanceof RawJson ? data : { success: true, data: data ?? null });

const isPromise = (data: unknown): data is PromiseLike<unknown> =>
  typeof data === 'object' && data !== null && 'then' in data && typeof data.then === 'function';

function enveloped(original: Handler): Handler {
  return function (this: unknown, ...args: never[]) {
    const data = original.apply(this, args);
    return isPromise(data) ? data.then(envelope) : envelope(data);
  };
}

/** Checks the request against the call's schemas, once its principal is known. */
class InputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const endpoint = endpointOf(request);
    if (endpoint) request.input = validateInput(endpoint.call, request, endpoint.rawBodyLimit !== undefined);
    return true;
  }
}

/**
 * Makes a method serve a call of the contract: method, path, status, access and validation come from there, the answer
 * is put into the envelope. Use `@Input()` for the checked parameters. Binary and stream calls answer by themselves.
 */
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

/** The request's params, query, body and headers as the call's schemas give them; a wrong field is a 400 that names it. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): CallInput<Call> => {
  const { input } = context.getArgByIndex<FastifyRequest>(0);
  if (!input) throw new Error('@Input() needs @Endpoint() on its method');
  return input as CallInput<Call>;
});

/** The untouched bytes of the body. Only on endpoints with a `rawBodyLimit`. */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): Buffer => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (!Buffer.isBuffer(body)) throw new Error('@RawBody() needs an endpoint with a rawBodyLimit');
  return body;
});

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
import type { FastifyRequest } from 'fastify';
import { JsonText } from './json-text.js';
import { validateInput } from './validate-input.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the call's schemas made of the request, once it was checked. */
    input: object | null;
  }
}

const VERBS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;
const CALL = Symbol('CALL');

type Handler = (...args: never[]) => unknown;

/** The call that a handler serves, or undefined for a handler that is no endpoint. Asked several times a request. */
export const callOf = (handler: object): Call | undefined => (handler as { [CALL]?: Call })[CALL];

const envelope = (data: unknown): unknown => (data instanceof JsonText ? data : { success: true, data: data ?? null });

const isPromise = (data: unknown): data is PromiseLike<unknown> =>
  typeof data === 'object' && data !== null && 'then' in data && typeof data.then === 'function';

function enveloped(original: Handler): Handler {
  return function (this: unknown, ...args: never[]) {
    const data = original.apply(this, args);
    return isPromise(data) ? data.then(envelope) : envelope(data);
  };
}

/** Checks the request against the call's schemas, after it is known who asks and whether the handler takes anything. */
class InputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const call = callOf(context.getHandler());
    const request = context.getArgByIndex<FastifyRequest>(0);
    if (call) request.input = validateInput(call, request);
    return true;
  }
}

/**
 * Makes a method serve a call of the contract: method, path, status, access and validation come from there, the answer
 * is put into the envelope. Use `@Input()` for the checked parameters. Binary and stream calls answer by themselves.
 */
export function Endpoint(call: Call): MethodDecorator {
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
    Object.defineProperty(handler, CALL, { value: call });
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

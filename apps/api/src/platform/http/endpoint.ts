import type { Call, CallInput, Route } from '@app/contracts';
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

const VERBS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;
const CALL = Symbol('CALL');

type Handler = (...args: never[]) => unknown;

/** The call that a handler serves, or undefined for a handler that is no endpoint. */
export const callOf = (handler: object): Call | undefined => Reflect.getMetadata(CALL, handler) as Call | undefined;
export const routeOf = (handler: object): Route | undefined => callOf(handler)?.route;

function enveloped(original: Handler): Handler {
  return async function (this: unknown, ...args: never[]) {
    const data = await original.apply(this, args);
    return data instanceof JsonText ? data : { success: true, data: data ?? null };
  };
}

const inputs = new WeakMap<FastifyRequest, CallInput<Call>>();

/** Checks the request against the call's schemas, after it is known who asks and whether the handler takes anything. */
class InputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const call = callOf(context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (call) inputs.set(request, validateInput(call, request));
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
    Reflect.defineMetadata(CALL, call, handler);
    UseGuards(InputGuard)(target, key, descriptor);
    HttpCode(call.route.status ?? 200)(target, key, descriptor);
    VERBS[call.route.method](call.route.path)(target, key, descriptor);
  };
}

/** The request's params, query, body and headers as the call's schemas give them; a wrong field is a 400 that names it. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): CallInput<Call> => {
  const input = inputs.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!input) throw new Error('@Input() needs @Endpoint() on its method');
  return input;
});

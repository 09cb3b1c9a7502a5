import { expect, test } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { CurrentKey, CurrentSession, CurrentUser, type Principal } from './principal.js';

/** What the decorator gives to a handler whose request has this principal. */
function given(decorator: typeof CurrentUser, principal: Principal | null): unknown {
  class Controller {
    handle(): void {}
  }
  decorator()(Controller.prototype, 'handle', 0);
  const [argument] = Object.values(Reflect.getMetadata(ROUTE_ARGS_METADATA, Controller, 'handle') as object);
  const context = { switchToHttp: () => ({ getRequest: () => ({ principal }) }) } as unknown as ExecutionContext;
  const { factory } = argument as { factory: (data: unknown, context: ExecutionContext) => unknown };
  return factory(undefined, context);
}

const session: Principal = { userId: 'u', plan: 'free', source: { kind: 'session', sessionId: 's' } };
const apiKey: Principal = { userId: 'u', plan: 'pro', source: { kind: 'apiKey', keyId: 'k', scopes: [] } };

test('a handler gets its person, its session or its key', () => {
  expect(given(CurrentUser, session)).toBe(session);
  expect(given(CurrentSession, session)).toBe('s');
  expect(given(CurrentKey, apiKey)).toBe('k');
});

test('a handler that needs a session refuses keys, and one that needs a key refuses sessions', () => {
  expect(() => given(CurrentSession, apiKey)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  expect(() => given(CurrentKey, session)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
});

test('a public endpoint has no person to give', () => {
  for (const decorator of [CurrentUser, CurrentSession, CurrentKey])
    expect(() => given(decorator, null)).toThrow('needs an endpoint that is not public');
});

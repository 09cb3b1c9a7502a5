import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { calls } from './calls.js';
import type { Call } from './core/call.js';
import { allRoutes, publicRoutes, routes } from './routes.js';

const everyCall = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Call>).map(([name, call]) => [`${group}.${name}`, call] as const),
);

describe('routes', () => {
  test('every method and path is unique', () => {
    // Parameter names do not distinguish routes.
    const addresses = allRoutes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  test('exactly these are public', () => {
    expect(publicRoutes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /auth/:provider',
      'GET /auth/providers',
      'GET /files/*',
      'GET /health',
      'GET /health/live',
      'GET /health/ready',
      'GET /images/exports/:ticket',
      'GET /images/models',
      'GET /images/shared/:token',
      'GET /images/shared/:token/download',
      'GET /images/shared/:token/tags',
      'GET /images/sizes',
      'GET /images/styles',
      'GET /quota/plans',
      'GET /subscriptions/plans',
      'GET /users/unsubscribe/:token',
      'GET /v1/openapi.json',
      'POST /auth/:provider/callback',
      'POST /auth/refresh',
      'POST /auth/verify-email',
      'POST /users/unsubscribe/:token',
      'POST /webhooks/paypal',
      'POST /webhooks/stripe',
    ]);
  });

  test('exactly the routes of the public API are opened by keys', () => {
    const below = allRoutes.filter(({ path }) => path.startsWith('/v1/') || path === '/mcp');
    expect(below.filter(({ access }) => access !== 'key').map(({ path }) => path)).toEqual(['/v1/openapi.json']);
    expect(allRoutes.filter(({ access }) => access === 'key')).toEqual(below.filter(({ access }) => access === 'key'));
  });

  test('every route with an id can answer NOT_FOUND', () => {
    const named = allRoutes.filter(({ access, path }) => access !== 'public' && path.includes('/:'));
    expect(named.filter(({ errors }) => !errors.includes('NOT_FOUND')).map(({ path }) => path)).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });
});

describe('calls', () => {
  test('exist for every route except service routes', () => {
    const { service, ...served } = routes;
    const names = Object.entries(served).flatMap(([group, members]) =>
      Object.keys(members).map((name) => `${group}.${name}`),
    );
    expect(everyCall.map(([name]) => name).sort()).toEqual(names.sort());
    expect(Object.keys(service)).toEqual([
      'health',
      'live',
      'ready',
      'file',
      'mcp',
      'mcpStream',
      'mcpSession',
      'stripeWebhook',
      'paypalWebhook',
    ]);
  });

  test.each(everyCall)('%s has the route of its name', (name, call) => {
    const [group = '', member = ''] = name.split('.');
    expect((routes as Record<string, Record<string, unknown>>)[group]?.[member]).toBe(call.route);
  });

  test.each(everyCall)('%s takes the parameters of its path', (_, { route, schemas }) => {
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
    const taken = schemas.params instanceof z.ZodObject ? Object.keys(schemas.params.shape) : [];
    expect(taken).toEqual(named);
  });

  test.each(everyCall)('%s refuses fields it does not know', (_, { route, schemas }) => {
    expect(route.method === 'GET' ? schemas.body : undefined).toBeUndefined();
    for (const schema of [schemas.params, schemas.query, schemas.body]) {
      if (!schema) continue;
      const issues = schema.safeParse({ surprise: 1 }).error?.issues ?? [];
      expect(issues.filter(({ code }) => code === 'unrecognized_keys')).toMatchObject([{ keys: ['surprise'] }]);
    }
  });
});

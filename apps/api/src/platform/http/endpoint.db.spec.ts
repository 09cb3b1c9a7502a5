import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defineCall, type Route } from '@app/contracts';
import { Controller, Get, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import * as z from 'zod';
import { testConfig } from '../../../test/support/config.js';
import { until } from '../../../test/support/timing/until.js';
import { createLogger } from '../observability/logger.js';
import { commandOptions, connectRedis } from '../redis/redis-clients.js';
import { RateLimiters } from '../throttle/rate-limiters.js';
import { admitRequests } from './admission.js';
import { Authentication } from './authentication.js';
import { Endpoint, RawBody } from './endpoint.js';
import { ErrorFilter } from './error.filter.js';
import { createAdapter } from './fastify-adapter.js';
import { parseBodies, refuseOtherEncodings } from './bodies/json-body.js';
import { CurrentSession, CurrentUser, type Principal } from './principal.js';
import { AUTHENTICATORS, type Authenticator } from './authenticator.port.js';
import { TokenGuard } from './token.guard.js';

const config = testConfig();
const BODY_LIMIT = 100_000;
const call = (method: 'GET' | 'POST', path: string, access: Route['access'], scope?: Route['scope']) =>
  defineCall({ method, path, access, scope, errors: [] } as unknown as Route, { answer: z.unknown() });

@Controller()
class TestController {
  @Endpoint(call('POST', '/webhook', 'public'), { rawBodyLimit: BODY_LIMIT })
  webhook(@RawBody() body: Buffer): { bytes: number; sha256: string } {
    return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
  }

  @Endpoint(call('POST', '/plain', 'public'))
  plain(): void {}

  @Endpoint(call('GET', '/who', 'user'))
  who(@CurrentUser() principal: Principal): Principal {
    return principal;
  }

  @Endpoint(call('GET', '/reader', 'key', 'read'))
  reader(@CurrentUser() principal: Principal): Principal {
    return principal;
  }

  @Endpoint(call('GET', '/generator', 'key', 'generate'))
  generator(): void {}

  /** No call of the contract. */
  @Get('/stray')
  stray(): object {
    return { success: true };
  }

  @Endpoint(call('GET', '/session', 'user'))
  session(@CurrentSession() sessionId: string): string {
    return sessionId;
  }

  @Endpoint(call('POST', '/limited', 'public'), {
    limit: { name: 'once', by: 'address', allowed: { calls: 1, seconds: 60 } },
  })
  limited(): void {}
}

/** Knows tokens of one beginning. */
const authenticator = (start: string, source: Principal['source']): Authenticator => ({
  kind: source.kind,
  authenticate: (token) =>
    Promise.resolve(token.startsWith(start) ? { userId: start, plan: 'free' as const, source } : null),
});
const session = authenticator('s', { kind: 'session', sessionId: 'one' });
const apiKey = authenticator('k', { kind: 'apiKey', keyId: 'two', scopes: ['read'] });

@Module({
  controllers: [TestController],
  providers: [
    Authentication,
    { provide: AUTHENTICATORS, useValue: [apiKey, session] },
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_FILTER, useFactory: () => new ErrorFilter(createLogger(config)) },
  ],
})
class TestModule {}

const redis = connectRedis(config.redisUrl, commandOptions, () => undefined);
let app: NestFastifyApplication;
let url: string;
beforeAll(async () => {
  const adapter = createAdapter(config, () => undefined);
  app = await NestFactory.create<NestFastifyApplication>(TestModule, adapter, { logger: false, bodyParser: false });
  const fastify = adapter.getInstance();
  parseBodies(fastify);
  fastify.addHook('onRequest', async (request) => refuseOtherEncodings(request));
  admitRequests(fastify, new RateLimiters(redis, config), app.get(Authentication));
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(async () => {
  await app.close();
  redis.disconnect();
});

const post = async (path: string, body: Buffer | string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as { data?: unknown; code?: string } };
};
const get = async (path: string, token: string) => {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as { data?: unknown } };
};

describe('a raw endpoint', () => {
  test.each([
    ['JSON with spaces of its own', Buffer.from('{ "a":1,\n "a" : 2 }'), 'application/json'],
    ['JSON that is no UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), 'application/json; charset=latin1'],
    ['broken JSON', Buffer.from('{"a":'), 'application/json'],
    ['any other type', Buffer.from([0, 255, 13, 10]), 'application/vnd.provider+thing'],
    ['a form', Buffer.from('a=b&a=c'), 'application/x-www-form-urlencoded'],
  ])('gets the untouched bytes of %s', async (_, bytes, type) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await post('/webhook', bytes, { 'content-type': type })).toMatchObject({
      status: 200,
      body: { data: { bytes: bytes.length, sha256 } },
    });
  });

  test('has a body limit of its own', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await post('/webhook', Buffer.alloc(BODY_LIMIT), headers)).status).toBe(200);
    expect((await post('/webhook', Buffer.alloc(BODY_LIMIT + 1), headers)).status).toBe(413);
    expect((await post('/plain', Buffer.alloc(BODY_LIMIT), headers)).status).toBe(413);
  });
});

test('other endpoints refuse bodies that are no JSON', async () => {
  expect(await post('/plain', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
    status: 415,
    body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  });
});

describe('a route is opened by tokens of its kind alone:', () => {
  test.each([
    ['/who', 's1', { kind: 'session', sessionId: 'one' }],
    ['/reader', 'k1', { kind: 'apiKey', keyId: 'two', scopes: ['read'] }],
  ])('%s by %s', async (path, token, source) => {
    expect(await get(path, token)).toMatchObject({ status: 200, body: { data: { source } } });
  });

  test.each([
    ['/who', 'k1'],
    ['/session', 'k1'],
    ['/reader', 's1'],
    ['/generator', 's1'],
    ['/who', 'unknown'],
    ['/reader', 'unknown'],
  ])('%s answers 401 to %s', async (path, token) => {
    expect((await get(path, token)).status).toBe(401);
  });

  test('a key without the scope is answered 403', async () => {
    expect(await get('/generator', 'k1')).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } });
  });

  test('what is no call of the contract is closed to keys and sessions', async () => {
    for (const token of ['s1', 'k1']) expect((await get('/stray', token)).status).toBe(401);
  });
});

test('the session of a request is its own', async () => {
  expect(await get('/session', 's1')).toMatchObject({ status: 200, body: { data: 'one' } });
});

test('a request over its limit is refused before its body arrives', async () => {
  await until(() => redis.status === 'ready');
  expect((await post('/limited', '{}', { 'content-type': 'application/json' })).status).toBe(200);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write('POST /limited HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n');
  await until(() => answer.includes('\r\n\r\n'));
  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(answer).toMatch(/retry-after: \d+/i);
  socket.destroy();
});

import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as openRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { securityHeaders } from './security-headers.js';
import { createWebServer } from './server.js';

const ROOT = join(__dirname, '..', '..', 'test', 'fake-web');

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let api: Server;
let answer: Handler;
let calls: number;
let web: FastifyInstance;
let origin: string;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const createWeb = (apiOrigin: string, trustProxyHops = 1) =>
  createWebServer({
    root: ROOT,
    apiOrigin,
    imageOrigins: ['http://localhost:3200'],
    trustProxyHops,
    logLevel: 'silent',
  });

beforeAll(async () => {
  api = createServer((request, response) => {
    calls += 1;
    answer(request, response);
  });
  web = await createWeb(await listen(api));
  origin = await web.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await web.close();
  api.closeAllConnections();
  api.close();
});

beforeEach(() => {
  calls = 0;
  answer = (request, response) => response.end(JSON.stringify({ url: request.url, headers: request.headers }));
});

const get = (path: string, headers: Record<string, string> = {}, from = origin) =>
  fetch(`${from}${path}`, { headers, redirect: 'manual' });

describe('pages', () => {
  it.each(['/', '/generate', '/zh/gallery', '/api', '/zh/api', '/auth/callback?code=a.b&state=google.1'])(
    '%s shows the app, always the newest',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>Home</title>');
      expect(calls).toBe(0);
    },
  );

  it('made in advance are shown at their address', async () => {
    expect(await (await get('/zh/pricing')).text()).toContain('<title>价格</title>');
  });

  it('carry headers that allow scripts from our own files alone, and no framing', async () => {
    const { headers } = await get('/generate');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/img-src 'self' data: blob: http:\/\/localhost:3200;/);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('allow what Google Analytics needs only where the web app was built with an id of it', () => {
    const policyOf = (hasAnalytics: boolean) => securityHeaders([], hasAnalytics)['content-security-policy'] ?? '';
    expect(policyOf(true)).toMatch(/script-src 'self' https:\/\/\*\.googletagmanager\.com;/);
    expect(policyOf(true)).toMatch(/connect-src 'self' https:\/\/\*\.google-analytics\.com /);
    expect(policyOf(false)).not.toMatch(/google/);
  });

  it('answer nothing but reading', async () => {
    expect((await fetch(`${origin}/generate`, { method: 'POST' })).status).toBe(404);
  });
});

describe('files', () => {
  it('with a hash in their name are kept for good, and sent compressed where that was prepared', async () => {
    const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(await response.text()).toBe("console.log('app');\n");
  });

  it('without one are asked for again after an hour', async () => {
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it.each(['/assets/app-000000.js', '/assets/', '/robots-not.txt', '/..%2f..%2fpackage.json', '/%E0%A4%A'])(
    '%s is not found, and never the app',
    async (path) => {
      const response = await get(path);
      expect([400, 403, 404]).toContain(response.status);
      expect(await response.text()).not.toContain('<title>');
    },
  );
});

describe('the way to the API', () => {
  it('forwards the whole address and the caller, and leaves the headers of the answer alone', async () => {
    const response = await get('/api/images?page=2&search=%E7%8C%AB', { host: 'localhost:3000' });
    const seen = (await response.json()) as { url: string; headers: Record<string, string> };
    expect(seen.url).toBe('/api/images?page=2&search=%E7%8C%AB');
    expect(seen.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(seen.headers['x-forwarded-host']).toMatch(/^(127\.0\.0\.1|localhost):\d+$/);
    expect(response.headers.get('content-security-policy')).toBeNull();
  });

  it('takes the long, signed addresses of pictures', async () => {
    const path = `/api/files/${'a'.repeat(300)}/${'b'.repeat(300)}.webp?e=1&s=${'c'.repeat(300)}`;
    expect(await (await get(path)).json()).toMatchObject({ url: path });
  });

  it('does not believe a visitor about the address they come from', async () => {
    const claim = { 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };
    const { headers } = (await (await get('/api/x', claim)).json()) as { headers: Record<string, string> };
    // The API believes the last entry, which is ours.
    expect(headers['x-forwarded-for']).toBe('9.9.9.9, 127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers['x-forwarded-host']).not.toBe('evil.example');
  });

  it('passes bodies on as they are', async () => {
    answer = (request, response) => request.pipe(response);
    const body = '{"prompt": "一只猫"  ,}';
    const response = await fetch(`${origin}/api/x`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.text()).toBe(body);
  });

  it('hands an event stream on piece by piece, and ends it above when the visitor leaves', async () => {
    let stream: ServerResponse | undefined;
    answer = (_request, response) => {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const visit = new AbortController();
    const response = await fetch(`${origin}/api/images/events`, { signal: visit.signal });
    const reader = response.body?.getReader();
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await next()).toBe('data: 1\n\n');
    stream?.write('data: 2\n\n');
    expect(await next()).toBe('data: 2\n\n');
    const left = once(stream!, 'close');
    visit.abort();
    await left;
  });

  it('shows a 503 of the API at once instead of asking again', async () => {
    answer = (_request, response) => response.writeHead(503, { 'retry-after': '1' }).end('{"code":"DATABASE_DOWN"}');
    const response = await get('/api/images');
    expect(await response.text()).toBe('{"code":"DATABASE_DOWN"}');
    expect(calls).toBe(1);
  });

  it('answers in the shape of a failure while the API is down', async () => {
    const closed = createServer();
    const address = await listen(closed);
    closed.close();
    const lonely = await createWeb(address);
    const response = await lonely.inject('/api/images');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('3');
    expect(response.json()).toEqual({
      success: false,
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('temporarily unavailable'),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await lonely.inject('/generate')).statusCode).toBe(200);
    await lonely.close();
  });

  it.each(['/api/files/..%2f..%2fetc%2fpasswd', '/api/images/%E0%A4%A'])('does not forward %s', async (path) => {
    const response = await web.inject(path);
    expect([response.statusCode, response.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
    expect(calls).toBe(0);
  });

  it('reads a body to its end that was refused before, so that the connection is free for what comes next', async () => {
    answer = (request, response) => response.writeHead(request.method === 'POST' ? 413 : 200).end();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, body: string): Promise<number | undefined> => {
      const sent = openRequest(`${origin}/api/x`, { method, agent, headers: { 'content-length': body.length } });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    };
    expect(await ask('POST', 'x'.repeat(5_000_000))).toBe(413);
    expect(await ask('GET', '')).toBe(200);
    agent.destroy();
  });

  it('answers so too when the API breaks off before it has answered', async () => {
    answer = (request) => request.socket.destroy();
    expect((await get('/api/images')).status).toBe(503);
    expect(calls).toBe(1);
  });
});

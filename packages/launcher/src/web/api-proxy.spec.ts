import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as openRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createWeb, listen, useWebServer } from '../../test/web-server.js';

const t = useWebServer();

/** More than the connections that HTTP clients share or keep by default. */
const MORE_THAN_A_POOL = 300;
/** Fewer than the connections that a listening socket keeps until they are accepted. */
const AT_ONCE = 50;

const SMUGGLED = 'GET /api/smuggled HTTP/1.1\r\nhost: x\r\n\r\n';

interface Pending<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
}

function pending<T>(): Pending<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

describe('the way to the API', () => {
  it('forwards the whole address and the caller, and leaves the headers of the answer alone', async () => {
    const response = await t.get('/api/images?page=2&search=%E7%8C%AB', { host: 'localhost:3000' });
    const seen = (await response.json()) as { url: string; headers: Record<string, string> };
    expect(seen.url).toBe('/api/images?page=2&search=%E7%8C%AB');
    expect(seen.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(seen.headers['x-forwarded-host']).toMatch(/^(127\.0\.0\.1|localhost):\d+$/);
    expect(response.headers.get('content-security-policy')).toBeNull();
  });

  it('takes the long, signed addresses of images', async () => {
    const path = `/api/files/${'a'.repeat(300)}/${'b'.repeat(300)}.webp?e=1&s=${'c'.repeat(300)}`;
    expect(await (await t.get(path)).json()).toMatchObject({ url: path });
  });

  it('does not believe a visitor about the address they come from', async () => {
    const claim = { 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };
    const { headers } = (await (await t.get('/api/x', claim)).json()) as { headers: Record<string, string> };
    // The API believes the last entry, which is ours.
    expect(headers['x-forwarded-for']).toBe('9.9.9.9, 127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers['x-forwarded-host']).not.toBe('evil.example');
  });

  it('passes bodies on as they are', async () => {
    t.answer = (request, response) => request.pipe(response);
    const body = '{"prompt": "一只猫"  ,}';
    const response = await fetch(`${t.origin}/api/x`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.text()).toBe(body);
  });

  it('hands an event stream on piece by piece, and ends it above when the visitor leaves', async () => {
    let stream: ServerResponse | undefined;
    t.answer = (_request, response) => {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const visit = new AbortController();
    const response = await fetch(`${t.origin}/api/images/events`, { signal: visit.signal });
    const reader = response.body?.getReader();
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await next()).toBe('data: 1\n\n');
    stream?.write('data: 2\n\n');
    expect(await next()).toBe('data: 2\n\n');
    const left = once(stream!, 'close');
    visit.abort();
    await left;
  });

  it.each([
    ['expects 100-continue', { expect: '100-continue', 'content-length': '2' }],
    ['asks to keep the connection', { connection: 'keep-alive', 'keep-alive': 'timeout=5', 'content-length': '2' }],
    ['has an empty content type', { 'content-type': '', 'content-length': '2' }],
    ['asks for another protocol', { connection: 'upgrade', upgrade: 'h2c', 'content-length': '2' }],
    ['comes in pieces', { 'transfer-encoding': 'chunked' }],
  ])('forwards a request that %s', async (_, headers) => {
    t.answer = (request, response) => request.pipe(response);
    expect(await t.sendRaw('POST', '/api/x', headers, 'ok')).toMatchObject({ status: 200, body: 'ok' });
  });

  it('forwards a body of DELETE as one body, never as a second request', async () => {
    t.answer = (request, response) => request.pipe(response);
    const sent = await t.sendRaw('DELETE', '/api/x', { 'transfer-encoding': 'chunked' }, SMUGGLED);
    expect([sent.body, t.calls]).toEqual([SMUGGLED, 1]);
  });

  it.each([
    ['content-length', { 'content-length': String(SMUGGLED.length) }],
    ['transfer-encoding', { 'transfer-encoding': 'chunked' }],
  ])('forwards a body as one body also where Connection names %s', async (connection, framing) => {
    t.answer = (request, response) => request.pipe(response);
    const sent = await t.sendRaw('GET', '/api/x', { connection, ...framing }, SMUGGLED);
    expect([sent.body, t.calls]).toEqual([SMUGGLED, 1]);
  });

  it('keeps headers of one connection to itself, in both directions', async () => {
    t.answer = (request, response) => {
      response.writeHead(200, {
        'keep-alive': 'timeout=1',
        'proxy-authenticate': 'Basic',
        connection: 'x-own',
        'x-own': '1',
      });
      response.end(JSON.stringify({ headers: request.headers }));
    };
    const hop = { te: 'trailers', 'proxy-authorization': 'Basic eA==', 'x-mine': '1', connection: 'close, x-mine' };
    const { headers, body } = await t.sendRaw('GET', '/api/x', hop);
    const forwarded = Object.keys((JSON.parse(body) as { headers: object }).headers);
    for (const name of Object.keys(hop)) if (name !== 'connection') expect(forwarded).not.toContain(name);
    expect(headers).not.toMatchObject({ 'x-own': '1' });
    expect(headers['proxy-authenticate']).toBeUndefined();
    expect(headers['keep-alive']).not.toBe('timeout=1');
  });

  it('ends a request above when the visitor leaves in the middle of its body', async () => {
    const [arrived, left] = [pending<IncomingMessage>(), pending<void>()];
    t.answer = (request) => {
      request.resume().on('close', () => left.resolve());
      arrived.resolve(request);
    };
    const sent = openRequest(`${t.origin}/api/x`, { method: 'POST', agent: false, headers: { 'content-length': 100 } });
    sent.on('error', () => undefined);
    sent.write('half');
    expect((await arrived.promise).complete).toBe(false);
    sent.destroy();
    await left.promise;
  });

  it('serves others while more visitors wait for answers than a pool would hold', async () => {
    let waiting = 0;
    let arrived = pending<void>();
    t.answer = (request, response) => {
      if (request.url !== '/api/waits') return response.end('served');
      waiting += 1;
      if (waiting % AT_ONCE === 0) arrived.resolve();
      return undefined;
    };
    const agent = new Agent();
    let answered = 0;
    const visit = () => {
      const visitor = openRequest(`${t.origin}/api/waits`, { agent });
      visitor.on('response', () => (answered += 1)).on('error', () => undefined);
      visitor.end();
      return visitor;
    };
    const visitors: ClientRequest[] = [];
    while (visitors.length < MORE_THAN_A_POOL) {
      arrived = pending<void>();
      for (let i = 0; i < AT_ONCE; i += 1) visitors.push(visit());
      await arrived.promise;
    }
    expect(await (await t.get('/api/x')).text()).toBe('served');
    expect(answered).toBe(0);
    for (const visitor of visitors) visitor.destroy();
  });

  it('shows a 503 of the API at once instead of asking again', async () => {
    t.answer = (_request, response) => response.writeHead(503, { 'retry-after': '1' }).end('{"code":"DATABASE_DOWN"}');
    const response = await t.get('/api/images');
    expect(await response.text()).toBe('{"code":"DATABASE_DOWN"}');
    expect(t.calls).toBe(1);
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

  it('forwards an address as it was sent, for the API to refuse', async () => {
    expect((await t.sendRaw('GET', '/api/files/..%2f..%2fetc%2fpasswd')).body).toContain(
      '"url":"/api/files/..%2f..%2fetc%2fpasswd"',
    );
  });

  it('does not forward an address that cannot be decoded', async () => {
    const response = await t.web.inject('/api/images/%E0%A4%A');
    expect([response.statusCode, response.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
    expect(t.calls).toBe(0);
  });

  it('reads a body to its end that was refused before, so that the connection is free for what comes next', async () => {
    t.answer = (request, response) => response.writeHead(request.method === 'POST' ? 413 : 200).end();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, body: string): Promise<number | undefined> => {
      const sent = openRequest(`${t.origin}/api/x`, { method, agent, headers: { 'content-length': body.length } });
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
    t.answer = (request) => request.socket.destroy();
    expect((await t.get('/api/images')).status).toBe(503);
    expect(t.calls).toBe(1);
  });
});

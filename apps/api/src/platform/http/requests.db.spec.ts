import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { failureSchema } from '@app/contracts';
import { useApp } from '../../../test/support/app.js';
import { until } from '../../../test/support/timing/until.js';

const api = useApp();

/** What comes back for bytes that no proper client would send. The server may hang up before it has read them all. */
function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => undefined);
  });
}

describe('a failure', () => {
  test('has the documented shape, and names the request', async () => {
    const answer = await api.get('/users/profile');
    expect(failureSchema.parse(answer.body).request_id).toBe(answer.headers.get('x-request-id'));
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('speaks the caller’s language', async () => {
    const ask = async (language: string) =>
      (await api.get('/users/profile', { headers: { 'accept-language': language } })).body.message;
    expect(await ask('zh-CN,zh;q=0.9')).toBe('请先登录');
    expect(await ask('en-GB')).toBe('Please login first');
  });

  test.each(['/%', '/%ff', `/images/${'x'.repeat(5_000)}`, '/auth/%E0%A4%A'])(
    'has it also for the address %s',
    async (path) => {
      const answer = await api.get(path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(failureSchema.safeParse(answer.body).error).toBeUndefined();
    },
  );

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    'has it for a method that an address does not know: %s',
    async (method) => {
      const answer = await api.request(method, '/health');
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    },
  );

  test.each([
    [
      'two lengths',
      'POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a space in a header’s name', 'GET /api/health HTTP/1.1\r\nHost: x\r\nBad Name: x\r\n\r\n'],
  ])('has it for broken HTTP (%s), and the connection ends', async (_, bytes) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(failureSchema.safeParse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).error).toBeUndefined();
  });

  test('has it for headers without end', async () => {
    expect(await sendRaw(`GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
});

describe('every answer', () => {
  test.each(['/health', '/users/profile', '/nothing'])(
    'carries headers that keep it from being misused: %s',
    async (path) => {
      const { headers } = await api.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test('lets no other site read it', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'http://localhost:3000',
    ]) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await api.request(method, '/users/profile', {
          headers: { origin, 'access-control-request-method': 'GET' },
        });
        expect(headers.get('access-control-allow-origin')).toBeNull();
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
    }
  });

  test('has a request id of ours, whatever the caller sends', async () => {
    const { headers } = await api.get('/health', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });
});

test('an empty body counts as none', async () => {
  const { token } = await api.signIn();
  const answer = await api.post('/auth/logout', { token, headers: { 'content-type': 'application/json' } });
  expect(answer.status).toBe(200);
});

test('a body that is refused is read to its end, so that the answer arrives and the connection lives', async () => {
  const { hostname, port } = new URL(api.url);
  const size = 3_000_000;
  const socket = connect(Number(port), hostname);
  let answers = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (answers += chunk));
  socket.write(
    `POST /api/auth/refresh HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
  );
  await until(() => answers.includes('HTTP/1.1 413 '));
  socket.write('x'.repeat(size));
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await until(() => socket.closed);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

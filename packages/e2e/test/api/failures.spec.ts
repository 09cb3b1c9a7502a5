import { allRoutes, ERROR_STATUS, failureSchema, publicRoutes, type ErrorCode } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { ApiResponse } from '../../src/users/api-client.js';
import { expect, test } from '../../src/fixtures.js';
import { tenAtOnce } from '../support/ten-at-once.js';
import type { Product } from '../../src/product/product.js';

function expectFailure({ status, headers, body }: ApiResponse, code: ErrorCode, what: string): void {
  const { data: failure, error } = failureSchema.safeParse(body);
  expect([what, failure?.code, status, error?.message]).toEqual([what, code, ERROR_STATUS[code], undefined]);
  expect([what, headers.get('content-type')]).toEqual([what, 'application/json; charset=utf-8']);
  expect([what, headers.get('cache-control')]).toEqual([what, 'no-store']);
}

const concrete = (path: string): string =>
  path.replace(':provider', 'google').replace(/:\w+/g, randomUUID()).replace('*', 'pictures/none.png');

test('through the web server, every call requires a token or is public by contract', async ({ api, newApiUser }) => {
  const user = await newApiUser(0);
  const guarded = allRoutes.filter((one) => !publicRoutes.includes(one));
  const asked = guarded.flatMap((route) => [{ route }, { route, token: `${user.token}x` }]);
  await tenAtOnce(asked, async ({ route, ...token }) => {
    const answer = await api.send(route.method, concrete(route.path), token);
    expectFailure(answer, 'UNAUTHENTICATED', `${route.method} ${route.path}`);
  });
});

test('through the web server, failures have the common format', async ({ api, newApiUser }) => {
  const { token } = await newApiUser(0);
  for (const [method, path] of [
    ['GET', '/nothing/here'],
    ['PUT', '/images/generate'],
    ['GET', '/quota/'],
    ['GET', '/files/..%2f..%2f..%2fetc%2fpasswd'],
  ] as const) {
    expectFailure(await api.send(method, path, { token }), 'NOT_FOUND', `${method} ${path}`);
  }
  const broken = { token, raw: '{"prompt":', headers: { 'content-type': 'application/json' } };
  expectFailure(await api.send('POST', '/images/generate', broken), 'MALFORMED_BODY', 'broken JSON');
});

test('a body that is too large is refused, and later requests on the connection are answered', async ({
  api,
  newApiUser,
}) => {
  const { token } = await newApiUser(0);
  const large = { token, raw: 'x'.repeat(3_000_000), headers: { 'content-type': 'application/json' } };
  const four = (ask: () => Promise<ApiResponse>) => Promise.all(Array.from({ length: 4 }, ask));
  for (let round = 0; round < 3; round += 1) {
    const answers = await four(() => api.send('POST', '/images/generate', large));
    for (const answer of answers) expectFailure(answer, 'BODY_TOO_LARGE', `round ${round}`);
    const after = await four(() => api.get('/quota', { token }));
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

/** Requests that client libraries cannot send. */
const sendRaw = (product: Product, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.running.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

const MALFORMED: [string, string][] = [
  ['no HTTP', 'HELLO\r\n\r\n'],
  ['a length that is no number', 'POST /api/images/generate HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n'],
  ['two lengths', 'POST /api/images/generate HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  [
    'a length and chunks',
    'POST /api/auth/refresh HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['an endless header', `GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an address that cannot be decoded', 'GET /api/images/%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
];

test('a malformed request is refused, and the server keeps running', async ({ api, product }) => {
  for (const [what, request] of MALFORMED) {
    expect(await sendRaw(product, request), what).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await api.get('/health')).status).toBe(200);
  }
});

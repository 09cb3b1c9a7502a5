import { expectUnchanged } from '@app/api/test-support/unchanged';
import {
  allRoutes,
  codesOf,
  ERROR_STATUS,
  failureSchema,
  publicRoutes,
  routes,
  type ErrorCode,
  type Route,
} from '@app/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Answered, Person, Sent } from '../../src/api-client.js';
import { CHEAP } from '../../src/load.js';
import { useWitnesses } from '../../src/witnesses.js';

const witnesses = useWitnesses({ env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
const { product, api, database } = witnesses;

let person: Person;
beforeAll(async () => {
  person = await witnesses.newcomer(100);
  // The monthly credits come with the first call; what follows must change nothing.
  await api.get('/quota', { token: person.token });
});

const sql = {
  query: <T>(text: string, params: unknown[] = []): Promise<T> => database.query<T>(text, params),
};

function expectFailure({ status, headers, body }: Answered, code: ErrorCode, what: string): void {
  const { data: failure, error } = failureSchema.safeParse(body);
  expect([what, failure?.code, status, error?.message]).toEqual([what, code, ERROR_STATUS[code], undefined]);
  expect([what, headers.get('content-type')]).toEqual([what, 'application/json; charset=utf-8']);
  expect([what, headers.get('cache-control')]).toEqual([what, 'no-store']);
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;
const concrete = (path: string): string =>
  path.replace(':provider', 'google').replace(/:\w+/g, randomUUID()).replace('*', 'pictures/none.png');

test('through the web server, every call of the contract asks for a token or is public by the contract', async () => {
  await expectUnchanged(sql, async () => {
    for (const route of allRoutes.filter((one) => !publicRoutes.includes(one))) {
      for (const token of [undefined, 'garbage', `${person.token}x`]) {
        const answer = await api.send(route.method, concrete(route.path), token === undefined ? {} : { token });
        // What is not built yet is not there, for nobody.
        if (answer.status !== 404) expectFailure(answer, 'UNAUTHENTICATED', nameOf(route));
      }
    }
  });
});

describe('what cannot be answered has the shape of every failure, and changes nothing:', () => {
  test.each<[string, string, string]>([
    ['an unknown address', 'GET', '/nothing/here'],
    ['an unknown address that is written to', 'POST', '/nothing'],
    ['an address with another method', 'PUT', '/images/generate'],
    ['an address that is only read', 'DELETE', '/quota'],
    ['an address that is only written to', 'GET', '/auth/google/callback'],
    ['an address with a slash too many', 'GET', '/quota/'],
    ['an address in capitals', 'GET', '/QUOTA'],
    ['an unknown provider', 'GET', '/auth/facebook'],
    ['a name that every object has', 'GET', '/auth/__proto__'],
    ['somebody’s picture that never was', 'GET', `/images/${randomUUID()}`],
    ['a file without a signature', 'GET', '/files/pictures/2026/01/none.png'],
    ['a way out of the files', 'GET', '/files/..%2f..%2f..%2fetc%2fpasswd'],
  ])('%s', async (what, method, path) => {
    await expectUnchanged(sql, async () => {
      expectFailure(await api.send(method, path, { token: person.token }), 'NOT_FOUND', what);
    });
  });

  const json = { 'content-type': 'application/json' };
  test.each<[string, Sent, ErrorCode]>([
    ['broken JSON', { raw: '{"prompt":', headers: json }, 'MALFORMED_BODY'],
    ['JSON that is no UTF-8', { raw: Buffer.from('7b2261223a22ff227d', 'hex'), headers: json }, 'MALFORMED_BODY'],
    ['a poisoned prototype', { raw: '{"__proto__":{"plan":"pro"}}', headers: json }, 'MALFORMED_BODY'],
    [
      'a body beyond the limit',
      { raw: JSON.stringify({ prompt: 'x'.repeat(100_000) }), headers: json },
      'BODY_TOO_LARGE',
    ],
    [
      'packed JSON',
      { raw: Uint8Array.from(gzipSync(JSON.stringify(CHEAP))), headers: { ...json, 'content-encoding': 'gzip' } },
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'JSON of another character set',
      { raw: JSON.stringify(CHEAP), headers: { 'content-type': 'application/json; charset=utf-16' } },
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form',
      { raw: 'prompt=a+fox', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['plain text', { raw: JSON.stringify(CHEAP), headers: { 'content-type': 'text/plain' } }, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a list', { body: [CHEAP] }, 'VALIDATION_FAILED'],
    ['nothing', {}, 'PROMPT_REQUIRED'],
    ['an unknown field', { body: { ...CHEAP, credits_used: 0 } }, 'VALIDATION_FAILED'],
    ['a picture in no known size', { body: { ...CHEAP, size: '3:1' } }, 'VALIDATION_FAILED'],
    ['half a picture', { body: { ...CHEAP, count: 1.5 } }, 'VALIDATION_FAILED'],
    ['a prompt of blanks', { body: { ...CHEAP, prompt: ' \u200b\u3000 ' } }, 'PROMPT_REQUIRED'],
    ['a prompt that is too long', { body: { ...CHEAP, prompt: 'x'.repeat(501) } }, 'PROMPT_TOO_LONG'],
    ['a model that is only announced', { body: { ...CHEAP, model: 'dall-e-3' } }, 'MODEL_NOT_SUPPORTED'],
    ['more pictures than the plan has', { body: { ...CHEAP, count: 8 } }, 'PLAN_LIMIT'],
  ])('an order that is %s', async (what, sent, code) => {
    expect(codesOf(routes.images.generate)).toContain(code);
    await expectUnchanged(sql, async () => {
      expectFailure(await api.send('POST', '/images/generate', { token: person.token, ...sent }), code, what);
    });
  });
});

test('a body that is too large is refused again and again, and what comes after it on the same connection is heard', async () => {
  const large = { token: person.token, raw: 'x'.repeat(3_000_000), headers: { 'content-type': 'application/json' } };
  const four = (ask: () => Promise<Answered>) => Promise.all(Array.from({ length: 4 }, ask));
  const { token } = person;
  await expectUnchanged(sql, async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await four(() => api.send('POST', '/images/generate', large));
      for (const answer of answers) expectFailure(answer, 'BODY_TOO_LARGE', `round ${round}`);
      const after = await four(() => api.get('/quota', { token }));
      expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  });
});

test('a wrong field is named, in the language of the caller', async () => {
  const ask = (language: string) =>
    api.send('POST', '/images/generate', {
      token: person.token,
      body: { ...CHEAP, size: '3:1', surprise: 1 },
      headers: { 'accept-language': language },
    });
  const [english, chinese] = [await ask('en'), await ask('zh-CN')].map(({ body }) => failureSchema.parse(body));
  expect(english?.details?.map(({ path }) => path).sort()).toEqual(['body.size', 'body.surprise']);
  expect(english?.message).toMatch(/^[\x20-\x7e\u2019]+$/);
  expect(chinese?.message).toMatch(/[\u4e00-\u9fff]/);
});

/** What no client library would send. */
const sendRaw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.running.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('a request that is none is refused, and the server goes on:', () => {
  test.each([
    ['no HTTP', 'HELLO\r\n\r\n'],
    ['a length that is no number', 'POST /api/images/generate HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n'],
    ['two lengths', 'POST /api/images/generate HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST /api/auth/refresh HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an endless header', `GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an address that cannot be decoded', 'GET /api/images/%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('%s', async (_, text) => {
    expect(await sendRaw(text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await api.get('/health')).status).toBe(200);
  });
});

import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { alertCounts } from '../../../../../test/support/alerts.js';
import { expectDiscreet, kindOf } from '../../../../../test/support/images/engines.js';
import { EngineError, type EngineErrorCode } from '../image-engine.port.js';
import { WebuiServer } from './webui-server.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that gives one answer to everything. */
async function answering(status: number, body: string, headers: Record<string, string> = {}): Promise<WebuiServer> {
  server = createServer((_, response) => response.writeHead(status, headers).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return new WebuiServer({ url: `http://127.0.0.1:${address.port}`, auth: null });
}

async function errorOf(asked: WebuiServer): Promise<EngineError> {
  const error: unknown = await asked
    .post('txt2img', {}, new AbortController().signal)
    .catch((reason: unknown) => reason);
  if (error instanceof EngineError) return error;
  throw new Error('expected an EngineError');
}

/** What servers of this family answer; some repeat the request in it. */
const SECRET = 'a fox in snow';

test.each<[number, object, EngineErrorCode, boolean]>([
  [400, { error: `prompt required: ${SECRET}` }, 'ENGINE_FAILED', false],
  [422, { detail: [{ loc: ['body', 'steps'], msg: 'too many', input: SECRET }] }, 'ENGINE_FAILED', false],
  [204, {}, 'ENGINE_FAILED', true],
  [401, {}, 'ENGINE_UNAVAILABLE', false],
  [405, {}, 'ENGINE_UNAVAILABLE', false],
  [503, {}, 'ENGINE_UNAVAILABLE', true],
  [520, {}, 'ENGINE_FAILED', true],
  [403, { detail: SECRET }, 'ENGINE_UNAVAILABLE', false],
  [404, { detail: 'Not Found' }, 'ENGINE_UNAVAILABLE', false],
  [408, {}, 'ENGINE_TIMEOUT', true],
  [500, { error: 'server_error', message: SECRET }, 'ENGINE_FAILED', true],
  [502, {}, 'ENGINE_UNAVAILABLE', true],
  [504, {}, 'ENGINE_TIMEOUT', true],
])('%d %j is %s, again: %s, and repeats nothing', async (status, body, code, again) => {
  const error = await errorOf(await answering(status, JSON.stringify(body)));
  expect(kindOf(error).slice(0, 2)).toEqual([code, again]);
  expectDiscreet(error, [SECRET, 'too many', 'Not Found']);
});

test('the class of an exception is told: it says what to mend', async () => {
  const error = await errorOf(await answering(500, JSON.stringify({ error: 'OutOfMemoryError', errors: SECRET })));
  expect(error.message).toBe('The WebUI server answered 500 OutOfMemoryError: it failed');
});

test('a page to log in at is no server of this kind', async () => {
  const error = await errorOf(await answering(302, '', { location: '/login' }));
  expect(kindOf(error)).toEqual(['ENGINE_UNAVAILABLE', false, 0]);
});

test.each([429, 500, 502, 503])('%d says when to come back', async (status) => {
  expect((await errorOf(await answering(status, '{}', { 'retry-after': '7' }))).retryAfterMs).toBe(7_000);
});

test.each<[string, Record<string, string>, number]>([
  ['a time', { 'retry-after': '7' }, 7_000],
  ['no time', {}, 0],
  ['what is no time', { 'retry-after': 'soon' }, 0],
])('429 with %s (%j) asks all calls for a pause of %d ms', async (_, headers, ms) => {
  expect((await errorOf(await answering(429, '{}', headers))).pauseMs).toBe(ms);
});

test.each<[number, string | null]>([
  [302, 'webui_address'],
  [401, 'webui_login'],
  [403, 'webui_login'],
  [404, 'webui_address'],
  [422, null],
  [503, null],
])('%d calls for the operator by %s', async (status, kind) => {
  const before = await alertCounts();
  await errorOf(await answering(status, '{}'));
  expect(await alertCounts()).toEqual(kind === null ? before : { ...before, [kind]: (before[kind] ?? 0) + 1 });
});

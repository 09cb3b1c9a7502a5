import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { until } from '../../../../test/support/timing/until.js';
import { ask, mediaType, readBody, readJson, retryAfterMs } from './engine-http.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return `http://127.0.0.1:${address.port}`;
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

const never = new AbortController().signal;
const get = (url: string, signal = never): Promise<Response> => ask('It', url, { signal });

describe('a body', () => {
  const options = { limit: 1_000, silenceMs: 10_000, signal: never };

  test('is read up to the limit', async () => {
    const url = await serve((_, response) => response.end(Buffer.alloc(1_000, 1)));
    expect(await readBody('It', await get(url), options)).toHaveLength(1_000);
  });

  test('that announces more is not read at all', async () => {
    const url = await serve((_, response) => response.setHeader('content-length', 1_001).flushHeaders());
    await expect(readBody('It', await get(url), options)).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
  });

  test('that grows without end is broken off', async () => {
    const url = await serve((_, response) => void pipeline(endless(), response).catch(() => undefined));
    await expect(readBody('It', await get(url), options)).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
  });

  test('that falls silent is given up', async () => {
    const url = await serve((_, response) => void response.write('a'));
    const reading = readBody('It', await get(url), { ...options, silenceMs: 50 });
    await expect(reading).rejects.toMatchObject({ code: 'ENGINE_TIMEOUT', retryable: true });
  });

  test('that is aborted ends by the reason of the abort', async () => {
    const stop = new AbortController();
    const url = await serve((_, response) => void response.write('a'));
    const reading = readBody('It', await get(url, stop.signal), { ...options, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('that came leaves no timer behind for each of its pieces', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const url = await serve((_, response) => {
      let left = 40;
      const send = (): void => {
        left -= 1;
        if (left === 0) response.end();
        else response.write('a', () => setTimeout(send, 2));
      };
      send();
    });
    const before = timers();
    expect(await readBody('It', await get(url), options)).toHaveLength(39);
    expect(timers() - before).toBeLessThan(10);
  });

  test('that is missing is empty', async () => {
    expect(await readBody('It', new Response(null), options)).toHaveLength(0);
  });

  test('that is too large is not waited for: its connection is closed', async () => {
    const answers: ServerResponse[] = [];
    const url = await serve((_, response) => {
      answers.push(response);
      response.setHeader('content-length', 1_001).flushHeaders();
    });
    await expect(readBody('It', await get(url), options)).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
    await until(() => answers.every(({ destroyed }) => destroyed));
  });

  test('that is no JSON is nothing', async () => {
    const url = await serve((_, response) => response.end('<html>'));
    expect(await readJson('It', await get(url), { signal: never })).toBeUndefined();
  });
});

describe('a server that cannot be reached', () => {
  afterEach(() => void jest.restoreAllMocks());
  const failWith = (failure: unknown): void => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(failure);
  };

  test.each<[string, unknown, string]>([
    ['the code of the connection', new TypeError('x', { cause: { code: 'ECONNREFUSED' } }), 'ECONNREFUSED'],
    ['nothing of a code that is a text', new TypeError('x', { cause: { code: 'the key abc' } }), 'no connection'],
    ['nothing of a code that is no text', new TypeError('x', { cause: { code: 7 } }), 'no connection'],
    ['nothing where there is no code', new TypeError('x', { cause: {} }), 'no connection'],
    ['nothing of a cause that is a text', new TypeError('x', { cause: 'the key abc' }), 'no connection'],
    ['nothing of a cause that is null', new TypeError('x', { cause: null }), 'no connection'],
    ['nothing of what is no error', 'the key abc', 'no connection'],
  ])('is told with %s', async (_, failure, told) => {
    failWith(failure);
    await expect(get('http://127.0.0.1:1')).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
      message: expect.stringContaining(`It cannot be reached (${told})`),
    });
  });

  test('in time is one that takes too long', async () => {
    failWith(new TypeError('x', { cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } }));
    await expect(get('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'ENGINE_TIMEOUT' });
  });
});

test('a redirect is not followed: no key goes where it points', async () => {
  const seen: string[] = [];
  const elsewhere = await serve((request, response) => {
    seen.push(request.headers.authorization ?? 'nobody');
    response.end();
  });
  const url = await serve((_, response) => response.writeHead(307, { location: elsewhere }).end());
  const response = await ask('It', url, { headers: { authorization: 'Bearer key' }, signal: never });
  expect(response.status).toBe(307);
  expect(seen).toEqual([]);
});

describe('Retry-After', () => {
  const date = 'Fri, 20 Nov 2026 10:00:00 GMT';

  test.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['seconds between blanks', { 'retry-after': ' 7\t' }, 7_000],
    ['no seconds', { 'retry-after': '0' }, 0],
    ['a date by the clock of the server', { 'retry-after': 'Fri, 20 Nov 2026 10:00:09 GMT', date }, 9_000],
    ['a date that has passed', { 'retry-after': 'Fri, 20 Nov 2026 09:59:00 GMT', date }, 0],
    ['years', { 'retry-after': '99999999' }, 3_600_000],
    ['nonsense', { 'retry-after': 'soon' }, 5_000],
    ['less than nothing', { 'retry-after': '-3' }, 0],
    ['nothing', {}, 5_000],
  ])('of %s', (_, headers, ms) => {
    expect(retryAfterMs(new Headers(headers), 5_000)).toBe(ms);
  });

  test('of a date is counted by our clock where the server does not tell its own', () => {
    const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
    const ms = retryAfterMs(new Headers({ 'retry-after': inTwoMinutes }), 5_000);
    expect(ms).toBeGreaterThan(90_000);
    expect(ms).toBeLessThanOrEqual(120_000);
  });
});

test.each([
  ['image/PNG; charset=x', 'image/png'],
  ['text/html\u00a0secret', 'text/html'],
  ['a secret', 'something'],
])('of the media type %j no more is told than %s', (header, told) => {
  expect(mediaType(new Response(null, { headers: { 'content-type': header } }))).toBe(told);
});

import { describe, expect, test } from '@jest/globals';
import { type Answer, errorOf, open } from '../test/support/client.js';
import { failure, success, type Received, type Reply } from '../test/support/http-server.js';
import { generation, GENERATION_ID, KEY, serviceWith, started } from '../test/support/samples.js';
import { createClient } from './client.js';

const failingFirst =
  (...failures: Reply[]): Answer =>
  (_, before) =>
    failures[before.length] ?? started;
const keysOf = (received: Received[]) => received.map(({ headers }) => headers['idempotency-key']);

describe('a request that starts a generation', () => {
  test('is repeated with the same idempotency key while nothing or 429, 502, 503 is answered', async () => {
    const { server, client } = await open(
      failingFirst({ breaks: 'before' }, { breaks: 'within', ...started }, failure(429, 'RATE_LIMITED'), {
        status: 502,
        body: '<html>',
      }),
      { attempts: 5 },
    );
    expect((await client.startGeneration({ prompt: 'a fox' })).id).toBe(GENERATION_ID);
    expect(server.received).toHaveLength(5);
    expect(new Set(keysOf(server.received)).size).toBe(1);
    expect(new Set(server.received.map(({ body }) => body))).toEqual(new Set(['{"prompt":"a fox"}']));
  });

  test('has a key of its own at each call, or the one that the caller stored', async () => {
    const { server, client } = await open(() => started);
    await client.startGeneration({ prompt: 'a fox' });
    await client.startGeneration({ prompt: 'a fox' });
    await client.startGeneration({ prompt: 'a fox' }, { idempotencyKey: 'mine' });
    const [first, second, third] = keysOf(server.received);
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).not.toBe(first);
    expect(third).toBe('mine');
  });

  test('ends with the last failure once the attempts are used up', async () => {
    const { server, client, retries } = await open(() => failure(503, 'BACKLOG_FULL', { 'retry-after': '0' }), {
      attempts: 3,
    });
    expect(await errorOf(client.startGeneration({ prompt: 'a fox' }))).toMatchObject({ code: 'BACKLOG_FULL' });
    expect(server.received).toHaveLength(3);
    expect(retries.map(({ attempt, waitMs }) => [attempt, waitMs])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  test('waits as long as Retry-After says, and not at all for longer than allowed', async () => {
    const seconds = ['1', '61'];
    const { server, client, retries } = await open((_, before) =>
      failure(503, 'ENGINE_UNAVAILABLE', { 'retry-after': seconds[before.length] ?? '' }),
    );
    expect(await errorOf(client.startGeneration({ prompt: 'a fox' }))).toMatchObject({ status: 503, retryAfter: 61 });
    expect(retries.map(({ waitMs }) => waitMs)).toEqual([1_000]);
    expect(server.received).toHaveLength(2);
  });

  test.each([
    [402, 'INSUFFICIENT_CREDITS'],
    [422, 'IDEMPOTENCY_KEY_REUSED'],
    [500, 'INTERNAL_ERROR'],
  ])('is not repeated after %d', async (status, code) => {
    const { server, client } = await open(() => failure(status, code));
    expect(await errorOf(client.startGeneration({ prompt: 'a fox' }))).toMatchObject({ status, code });
    expect(server.received).toHaveLength(1);
  });

  const page: Reply = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' };
  test.each<[string, boolean, Reply[]]>([
    ['an attempt without an answer', true, [{ breaks: 'before' }, failure(402, 'INSUFFICIENT_CREDITS')]],
    ['an answer of a proxy', true, [page, failure(401, 'UNAUTHENTICATED')]],
    ['a lost attempt and one that was refused', true, [page, failure(429, 'RATE_LIMITED'), failure(403, 'PLAN_LIMIT')]],
    ['a lost attempt, by ENGINE_UNAVAILABLE', true, [page, page, page, failure(503, 'ENGINE_UNAVAILABLE')]],
    ['no other attempt', false, [failure(402, 'INSUFFICIENT_CREDITS')]],
    ['429', false, [failure(429, 'RATE_LIMITED'), failure(402, 'INSUFFICIENT_CREDITS')]],
    ['ENGINE_UNAVAILABLE', false, [failure(503, 'ENGINE_UNAVAILABLE'), failure(402, 'INSUFFICIENT_CREDITS')]],
    ['BACKLOG_FULL', false, [failure(503, 'BACKLOG_FULL'), failure(402, 'INSUFFICIENT_CREDITS')]],
  ])('that is refused after %s may have been accepted: %s', async (_, mayHaveBeenAccepted, answers) => {
    const { server, client } = await open(failingFirst(...answers));
    expect(await errorOf(client.startGeneration({ prompt: 'a fox' }))).toMatchObject({ mayHaveBeenAccepted });
    expect(server.received).toHaveLength(answers.length);
  });

  test('is not cut off by an abort, which acts before the next attempt', async () => {
    const stop = new AbortController();
    const { server, client } = await open((_, before) => {
      stop.abort(new Error('stopped'));
      return before.length === 0 ? { breaks: 'before' } : started;
    });
    const work = client.startGeneration({ prompt: 'a fox' }, { signal: stop.signal });
    await expect(work).rejects.toThrow('stopped');
    expect(server.received).toHaveLength(1);
  });

  test('resolves if it was answered after an abort', async () => {
    const stop = new AbortController();
    const { client } = await open(() => {
      stop.abort();
      return started;
    });
    const { id } = await client.startGeneration({ prompt: 'a fox' }, { signal: stop.signal });
    expect(id).toBe(GENERATION_ID);
  });

  test('names the address that it is redirected to, instead of becoming a GET', async () => {
    const { server, client } = await open(() => ({ status: 301, headers: { location: 'https://other.example/' } }));
    const { code, message } = await errorOf(client.startGeneration({ prompt: 'a fox' }));
    expect([code, message]).toEqual(['UNEXPECTED_ANSWER', expect.stringContaining('https://other.example/')]);
    expect(server.received).toHaveLength(1);
  });
});

describe('a request without an idempotency key', () => {
  test('that reads leaves nothing behind that may have been accepted', async () => {
    const { client } = await open(() => ({ breaks: 'before' }));
    expect(await errorOf(client.showCredits())).toMatchObject({ mayHaveBeenAccepted: false });
  });

  test('that changes something is not repeated after a broken connection', async () => {
    const { server, client } = await open(() => ({ breaks: 'before' }));
    expect(await errorOf(client.cancelGeneration(GENERATION_ID))).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(server.received).toHaveLength(1);
  });

  test('that reads is repeated', async () => {
    const { server, client } = await open((_, before) => (before.length < 3 ? { breaks: 'before' } : success([])));
    expect(await client.listModels()).toEqual([]);
    expect(server.received).toHaveLength(4);
  });
});

describe('a refusal', () => {
  test('has status, code, message, request id, fields and Retry-After', async () => {
    const { client } = await open(() => ({
      status: 400,
      headers: { 'retry-after': '7' },
      body: {
        success: false,
        code: 'VALIDATION_FAILED',
        message: 'Validation failed',
        request_id: 'req_9',
        details: [{ path: 'style', message: 'unknown' }],
      },
    }));
    const error = await errorOf(client.showCredits());
    expect(error.message).toBe('Validation failed');
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      requestId: 'req_9',
      retryAfter: 7,
      details: [{ path: 'style', message: 'unknown' }],
    });
  });

  test('by a proxy has its status, and the code of the client', async () => {
    const page = { status: 413, headers: { 'content-type': 'text/html' }, body: '<html>Too large</html>' };
    const { client } = await open(() => page);
    expect(await errorOf(client.showCredits())).toMatchObject({
      status: 413,
      code: 'UNEXPECTED_ANSWER',
      requestId: null,
    });
  });

  test('never shows the key', async () => {
    const { client } = await open(() => ({ breaks: 'before' }), { attempts: 1 });
    const error = await errorOf(client.showCredits());
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toContain(KEY);
  });

  test('that never comes ends in a timeout', async () => {
    const { client } = await open(() => new Promise<Reply>(() => undefined), { timeoutMs: 20, attempts: 1 });
    expect(await errorOf(client.showCredits())).toMatchObject({ status: 0, code: 'TIMEOUT' });
  });

  test('whose connection is cut off while it is made ends in the same timeout', async () => {
    const fetch = ({ signal }: Request) =>
      new Promise<Response>((_, reject) =>
        signal.addEventListener('abort', () => reject(new TypeError('fetch failed', { cause: new Error('closed') }))),
      );
    const client = createClient({ baseUrl: 'http://127.0.0.1', key: KEY, timeoutMs: 20, attempts: 1, fetch });
    expect(await errorOf(client.showCredits())).toMatchObject({ status: 0, code: 'TIMEOUT' });
  });
});

describe('waiting for a generation', () => {
  test('asks until it has ended, over an outage, and tells each state from the start on', async () => {
    const broken: Reply = { breaks: 'before' };
    const answers = [started, success(generation()), broken, broken, success(generation({ status: 'completed' }))];
    const { client } = await open((_, before) => answers[before.length] ?? failure(500, 'INTERNAL_ERROR'), {
      attempts: 1,
    });
    const states: string[] = [];
    const onUpdate = ({ status }: { status: string }) => void states.push(status);
    expect((await client.generate({ prompt: 'a fox' }, { intervalMs: 1, onUpdate })).status).toBe('completed');
    expect(states).toEqual(['pending', 'pending', 'completed']);
  });

  test('ends when it is refused', async () => {
    const { client } = await open(({ method }) => (method === 'POST' ? started : failure(401, 'UNAUTHENTICATED')));
    expect(await errorOf(client.generate({ prompt: 'a fox' }))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('is ended by an abort between two questions, and within one', async () => {
    const between = new AbortController();
    const one = await open(serviceWith({ status: 'processing' }));
    const onUpdate = () => between.abort(new Error('stopped between'));
    const work = one.client.waitForGeneration(GENERATION_ID, { signal: between.signal, onUpdate, intervalMs: 1e6 });
    await expect(work).rejects.toThrow('stopped between');

    const within = new AbortController();
    const other = await open(() => {
      within.abort(new Error('stopped within'));
      return new Promise<Reply>(() => undefined);
    });
    const asked = other.client.waitForGeneration(GENERATION_ID, { signal: within.signal });
    await expect(asked).rejects.toThrow('stopped within');
  });
});

test('a stopped batch has ended once its rows in progress have', async () => {
  const stopped = (...statuses: string[]) =>
    success({
      status: 'stopped',
      finished_at: '2026-11-23T06:00:00.000Z',
      rows: statuses.map((status) => ({ status })),
    });
  const answers = [
    stopped('completed', 'processing', 'cancelled'),
    stopped('completed', 'pending', 'cancelled'),
    stopped('completed', 'failed', 'cancelled'),
  ];
  const { server, client } = await open((_, before) => answers[before.length] ?? failure(500, 'INTERNAL_ERROR'));
  const { rows } = await client.waitForBatch(GENERATION_ID, { intervalMs: 1 });
  expect(rows.map(({ status }) => status)).toEqual(['completed', 'failed', 'cancelled']);
  expect(server.received).toHaveLength(3);
});

test('a batch whose rows have ended has ended once it is finished', async () => {
  const { server, client } = await open((_, before) =>
    success({ rows: [{ status: 'completed' }], finished_at: before.length === 0 ? null : '2026-11-23T06:00:00.000Z' }),
  );
  await client.waitForBatch(GENERATION_ID, { intervalMs: 1 });
  expect(server.received).toHaveLength(2);
});

test('every address of the installation opens the API, and the key is sent in the header alone', async () => {
  for (const end of ['', '/', '/api', '/api/', '/api/v1', '/api/v1/', '/studio/']) {
    const { server } = await open(() => success([]));
    await createClient({ baseUrl: `${server.url}${end}`, key: KEY }).listModels();
    const [{ path, headers } = { path: '', headers: {} }] = server.received;
    expect(path).toBe(end === '/studio/' ? '/studio/api/v1/models' : '/api/v1/models');
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
  }
});

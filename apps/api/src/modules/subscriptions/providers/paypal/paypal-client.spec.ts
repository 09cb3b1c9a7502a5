import { afterEach, expect, jest, test } from '@jest/globals';
import * as z from 'zod';
import { pageSchema, PaypalClient, PaypalRefusal } from './paypal-client.js';

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const TOKEN = '/v1/oauth2/token';
const SETTINGS = {
  clientId: 'id',
  clientSecret: 'secret',
  baseUrl: 'https://paypal.example',
  webhookUrl: '',
  brand: '',
};
const anything = z.unknown();
const answered = z.object({ name: z.string() });

/** A PayPal that gives tokens for an hour, and else answers one after the other of `answers`, the last one again. */
function paypal(answers: (() => Response)[] = [() => Response.json({ name: 'it' })], token = tokenFor(3_600)) {
  const requests: Request[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(((address: string, init: RequestInit) => {
    requests.push(new Request(address, init));
    if (address.endsWith(TOKEN)) return Promise.resolve(token());
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve(answer?.());
  }) as never);
  const paths = () => requests.map(({ url }) => url.slice(SETTINGS.baseUrl.length));
  return { client: new PaypalClient(SETTINGS, 1_000), requests, paths };
}
const tokenFor = (seconds: number) => () => Response.json({ access_token: 'T', expires_in: seconds });
const answer = (status: number, body: object | string) => () =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

test('a token is asked for with the secret, and used again until a minute before its end', async () => {
  jest.useFakeTimers({ now: 0, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'setTimeout'] });
  const { client, requests, paths } = paypal();
  await client.call('/one', anything);
  jest.setSystemTime(3_539_000);
  await client.call('/two', anything);
  expect(paths()).toEqual([TOKEN, '/one', '/two']);
  jest.setSystemTime(3_541_000);
  await client.call('/three', anything);
  expect(paths().slice(3)).toEqual([TOKEN, '/three']);
  expect(requests[0]?.method).toBe('POST');
  expect(requests[0]?.headers.get('authorization')).toBe(`Basic ${btoa('id:secret')}`);
  expect(await requests[0]?.text()).toBe('grant_type=client_credentials');
  expect(requests[2]?.headers.get('authorization')).toBe('Bearer T');
});

test('a token that ended before its time is replaced once', async () => {
  const { client, paths } = paypal([answer(401, {}), answer(200, { name: 'it' })]);
  expect(await client.call('/one', answered)).toEqual({ name: 'it' });
  expect(paths()).toEqual([TOKEN, '/one', TOKEN, '/one']);
  const refusing = paypal([answer(401, {})]);
  await expect(refusing.client.call('/one', anything)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  expect(refusing.paths()).toEqual([TOKEN, '/one', TOKEN, '/one']);
});

test('a token that is not given is unavailable, and asked for again', async () => {
  let isDown = true;
  const { client } = paypal(undefined, () => (isDown ? new Response('', { status: 500 }) : tokenFor(3_600)()));
  await expect(client.call('/one', anything)).rejects.toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
    cause: new Error('PayPal gave no token: 500'),
  });
  isDown = false;
  expect(await client.call('/one', answered)).toEqual({ name: 'it' });
});

test('a call sends its method, its body and its key, and asks for the whole answer only if told', async () => {
  const { client, requests } = paypal();
  await client.call('/one', anything);
  await client.call('/two', anything, { method: 'POST', body: { a: 1 }, key: 'k', isWhole: true });
  await client.call('/three', anything, { method: 'POST', body: '{"raw":1}' });
  await client.call('/four', anything, { method: 'POST' });
  const sent = await Promise.all(
    requests.slice(1).map(async (request) => ({
      method: request.method,
      body: await request.text(),
      key: request.headers.get('paypal-request-id'),
      prefer: request.headers.get('prefer'),
      type: request.headers.get('content-type'),
    })),
  );
  const plain = { key: null, prefer: null, type: 'application/json' };
  expect(sent).toEqual([
    { ...plain, method: 'GET', body: '' },
    { ...plain, method: 'POST', body: '{"a":1}', key: 'k', prefer: 'return=representation' },
    { ...plain, method: 'POST', body: '{"raw":1}' },
    { ...plain, method: 'POST', body: '{}' },
  ]);
});

test.each([401, 403, 408, 429, 500, 503])('the status %d is unavailable, and says where', async (status) => {
  await expect(paypal([answer(status, {})]).client.call('/one', anything)).rejects.toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
    cause: new Error(`PayPal answered ${status} to /one`),
  });
});

test.each([
  [400, { name: 'INVALID', details: [{ issue: 'FIRST' }, { issue: 'SECOND' }] }, 'FIRST'],
  [422, { name: 'INVALID', details: [] }, 'INVALID'],
  [422, { name: 'INVALID' }, 'INVALID'],
  [409, {}, ''],
  [499, [], ''],
])('a refusal with %d and %j has the issue "%s"', async (status, body, issue) => {
  const refusal = await paypal([answer(status, body)])
    .client.call('/one', anything)
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(PaypalRefusal);
  expect(refusal).toMatchObject({ status, issue, message: `PayPal refused with ${status} ${issue}` });
});

test('a list is read page by page, whatever host the next one is said to be at', async () => {
  const listed = pageSchema.extend({ name: z.string() });
  const next = (href: string) => [
    { rel: 'self', href: 'https://paypal.example/v1/self' },
    { rel: 'next', href },
  ];
  const { client, requests, paths } = paypal([
    answer(200, { name: 'one', links: next('https://api.elsewhere.example/v1/list?offset=1') }),
    answer(200, { name: 'two', links: next('https://paypal.example/v1/list?offset=2') }),
    answer(200, { name: 'three', links: next('').slice(0, 1) }),
  ]);
  const pages = await client.pages('/v1/list', listed, { isWhole: true });
  expect(pages.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
  expect(paths()).toEqual([TOKEN, '/v1/list', '/v1/list?offset=1', '/v1/list?offset=2']);
  expect(requests.at(-1)?.headers.get('prefer')).toBe('return=representation');
  expect(await paypal([answer(200, { name: 'only' })]).client.pages('/v1/list', listed)).toEqual([{ name: 'only' }]);
  const circle = paypal([answer(200, { name: 'again', links: next('https://paypal.example/v1/list') })]);
  expect(await circle.client.pages('/v1/list', listed)).toHaveLength(1);
});

test('what is not found is none, and every other refusal is one', async () => {
  expect(await paypal([answer(404, {})]).client.find('/one', anything)).toBeNull();
  await expect(paypal([answer(400, {})]).client.find('/one', anything)).rejects.toBeInstanceOf(PaypalRefusal);
  expect(await paypal().client.find('/one', answered)).toEqual({ name: 'it' });
});

test('an answer without a body is null, and one that is no JSON or breaks off is unavailable', async () => {
  expect(await paypal([() => new Response(null, { status: 204 })]).client.call('/one', anything)).toBeNull();
  const broken = () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('broken off')) }));
  for (const bad of [answer(200, '<html>'), answer(400, '<html>'), broken])
    await expect(paypal([bad]).client.call('/one', anything)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
});

test('a connection that fails is unavailable', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  await expect(new PaypalClient(SETTINGS, 1_000).call('/one', anything)).rejects.toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
    cause: new TypeError('fetch failed'),
  });
});

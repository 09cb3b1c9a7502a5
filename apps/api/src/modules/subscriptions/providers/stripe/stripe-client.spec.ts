import { expect, test } from '@jest/globals';
// oxlint-disable-next-line import/no-named-as-default -- its CommonJS build has no named export
import Stripe from 'stripe';
import { ask, cardError, dateOf, find, idOf, invalidRequest, stripeClient } from './stripe-client.js';

const { errors } = Stripe;
const failing = (fault: Error) => () => Promise.reject(fault);

test.each([
  ['http://127.0.0.1:4010', '127.0.0.1', '4010', 'http'],
  ['http://stripe.example', 'stripe.example', '80', 'http'],
  ['https://stripe.example', 'stripe.example', '443', 'https'],
  ['https://stripe.example:8443', 'stripe.example', '8443', 'https'],
  [null, 'api.stripe.com', '443', 'https'],
])('with the address %s it asks %s at port %s by %s', (baseUrl, host, port, protocol) => {
  const client = stripeClient({ secretKey: 'sk_test_1', webhookSecret: '', baseUrl }, 2_500);
  expect(client.getApiField('host')).toBe(host);
  expect(String(client.getApiField('port'))).toBe(port);
  expect(client.getApiField('protocol')).toBe(protocol);
  expect(client.getApiField('timeout')).toBe(2_500);
  expect([client.getMaxNetworkRetries(), client.getTelemetryEnabled()]).toEqual([0, false]);
});

test.each([
  ['no connection', new errors.StripeConnectionError({})],
  ['a fault of Stripe', new errors.StripeAPIError({})],
  ['too many calls', new errors.StripeRateLimitError({})],
  ['a key that is refused', new errors.StripeAuthenticationError({})],
  ['a key that may not do this', new errors.StripePermissionError({})],
  ['an earlier call with the same key that still runs', new errors.StripeIdempotencyError({ statusCode: 409 })],
])('%s is unavailable', async (_, error) => {
  await expect(ask(failing(error))).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE', cause: error });
});

test.each([
  ['a card that is declined', new errors.StripeCardError({})],
  ['a request that is wrong', new errors.StripeInvalidRequestError({})],
  ['a key that was used with other parameters', new errors.StripeIdempotencyError({ statusCode: 400 })],
  ['a fault of ours', new TypeError('a fault')],
])('%s stays what it is', async (_, error) => {
  await expect(ask(failing(error))).rejects.toBe(error);
  await expect(find(failing(error))).rejects.toBe(error);
});

test('what is missing is null', async () => {
  expect(await find(failing(new errors.StripeInvalidRequestError({ code: 'resource_missing' })))).toBeNull();
  expect(await find(() => Promise.resolve('it'))).toBe('it');
  await expect(find(failing(new errors.StripeAPIError({})))).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
});

test('errors are told apart', () => {
  const [card, request] = [new errors.StripeCardError({}), new errors.StripeInvalidRequestError({})];
  expect([cardError(card), cardError(request), invalidRequest(card), invalidRequest(request)]).toEqual([
    card,
    null,
    null,
    request,
  ]);
});

test('objects are told by their id, whole or not, and times in seconds', () => {
  expect([idOf('a'), idOf({ id: 'b' }), idOf(null), idOf(undefined)]).toEqual(['a', 'b', null, null]);
  expect(dateOf(5)).toEqual(new Date(5_000));
});

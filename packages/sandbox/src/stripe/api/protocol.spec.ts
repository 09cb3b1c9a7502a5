import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createPayingCustomer,
  createPrice,
  startStripe,
  SUCCESS_URL,
  type StripeTarget,
} from '../../../test/stripe.js';
import { parseForm } from './form.js';

let target: StripeTarget;
beforeAll(async () => {
  target = await startStripe();
});
afterEach(() => target.sandbox.control('reset', {}));
afterAll(() => target.dispose());

const key = () => target.sandbox.environment().STRIPE_SECRET_KEY ?? '';
const call = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${target.sandbox.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key()}`, ...(init.headers as Record<string, string>) },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { error?: Record<string, string> },
  };
};

describe('a call', () => {
  it('is answered with its id and the version', async () => {
    const { headers } = await call('/v1/customers');

    expect(headers.get('request-id')).toMatch(/^req_/);
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive');
  });

  it('needs a key, in either way of sending it', async () => {
    expect(await call('/v1/customers', { headers: { authorization: '' } })).toMatchObject({
      status: 401,
      body: {
        error: { type: 'invalid_request_error', message: expect.stringContaining('You did not provide an API key') },
      },
    });
    const basic = `Basic ${Buffer.from(`${key()}:`).toString('base64')}`;
    expect(await call('/v1/customers', { headers: { authorization: basic } })).toMatchObject({ status: 200 });
    expect(
      (await call('/v1/customers', { headers: { authorization: 'Bearer pk_test_1' } })).body.error?.message,
    ).toContain('publishable API key');
  });

  it('of another version is refused', async () => {
    expect(await call('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } })).toMatchObject({
      status: 400,
      body: { error: { message: 'Invalid Stripe API version: 2020-08-27' } },
    });
  });

  it('reads objects and lists from a form', () => {
    expect(parseForm('a[b][c]=1&items[0][price]=p&items[1][price]=q&expand[]=x&expand[]=y&e=%E5%9B%BE')).toEqual({
      a: { b: { c: '1' } },
      items: [{ price: 'p' }, { price: 'q' }],
      expand: ['x', 'y'],
      e: '图',
    });
  });

  it.each(['__proto__[a]=1', 'a[constructor]=1', 'a[b=1', 'a=1&a[b]=2', `a${'[b]'.repeat(11)}=1`])(
    'refuses the form %s',
    (form) => {
      expect(() => parseForm(form)).toThrow('Invalid parameter');
    },
  );

  it('names the parameter that is wrong inside a list', async () => {
    const { stripe } = target;
    const customer = await createPayingCustomer(stripe);

    await expect(
      stripe.rawRequest('POST', '/v1/subscriptions', {
        customer: customer.id,
        items: [{ price: 'price_none', hue: 1 }],
      }),
    ).rejects.toMatchObject({ param: 'items[0][hue]', code: 'parameter_unknown' });
    await expect(
      stripe.subscriptions.create({ customer: customer.id, items: [{ price: 'price_none' }] }),
    ).rejects.toMatchObject({ param: 'items[0][price]', code: 'resource_missing' });
  });

  it('expands no more than four levels', async () => {
    const { stripe } = target;
    const customer = await createPayingCustomer(stripe);
    const price = await createPrice(stripe);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const expand = (path: string) => stripe.subscriptions.retrieve(id, { expand: [path] });

    expect(await expand('latest_invoice.payments.data.payment.payment_intent')).toMatchObject({
      latest_invoice: { payments: { data: [{ payment: { payment_intent: { status: 'succeeded' } } }] } },
    });
    await expect(expand('latest_invoice.payments.data.payment.payment_intent.customer')).rejects.toThrow(
      'more than 4 levels',
    );
  });
});

describe('a failure on demand', () => {
  const plan = (kind: string, times = 1) =>
    target.sandbox.control('failures', { provider: 'stripe', kind, times, method: 'POST' });

  it.each([
    ['busy', 'StripeRateLimitError', 429],
    ['conflict', 'StripeAPIError', 409],
    ['broken', 'StripeAPIError', 500],
  ])('%s does nothing', async (kind, type, statusCode) => {
    await plan(kind);

    await expect(target.stripe.customers.create({})).rejects.toMatchObject({ type, statusCode });
    expect((await target.stripe.customers.list()).data).toEqual([]);
  });

  it('drop loses the answer alone: the same key gives the session that was made', async () => {
    const { stripe } = target;
    const price = await createPrice(stripe);
    const create = () =>
      stripe.checkout.sessions.create(
        { mode: 'subscription', line_items: [{ price: price.id }], success_url: SUCCESS_URL },
        { idempotencyKey: 'payment-7' },
      );
    // The client library repeats a request once by itself when a kept connection breaks.
    await plan('drop', 2);

    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const session = await create();
    expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([session.id]);
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('leaves a key free that a refused request named', async () => {
    const create = (email: string) => target.stripe.customers.create({ email }, { idempotencyKey: 'k' });
    await expect(create('nobody')).rejects.toMatchObject({ param: 'email' });

    expect(await create('ada@example.com')).toMatchObject({ email: 'ada@example.com' });
  });

  it('down breaks every connection off, also without the prefix', async () => {
    await target.sandbox.control('chaos', { provider: 'stripe', mode: 'down' });

    await expect(target.stripe.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  });
});

import type { Answer } from '@app/contracts';
import { approveAtPaypal } from '@app/sandbox';
import { describe, expect, test } from '@jest/globals';
import { usePaypalShop } from '../../../../../test/support/billing/paypal-shop.js';
import { rows } from '../../../../platform/database/rows.js';

const {
  sandbox,
  app,
  ask,
  data,
  begin,
  buy,
  my,
  remaining,
  planOf,
  historyOf,
  paymentsOf,
  saleOf,
  advance,
  reconcile,
  deliver,
  eraseRest,
} = usePaypalShop();

const DAY = 86_400;

describe('a subscription with PayPal', () => {
  test('is renewed by the clock, each month with its credits and its receipt', async () => {
    const { person } = await buy();
    for (let month = 1; month <= 2; month += 1) {
      await advance(month === 1 ? 31 * DAY + 7200 : 31 * DAY);
      await reconcile();
      expect(await remaining(person)).toBe(200);
    }
    expect(await historyOf(person)).toEqual(['started', 'renewed', 'renewed']);
  });

  test('for a year gives the credits of each month, for one payment', async () => {
    const { person } = await buy('plan-pro', true);
    await advance(32 * DAY);
    await reconcile();
    expect(await remaining(person)).toBe(200);
    expect(await paymentsOf(person)).toEqual([['checkout', 'success']]);
  });

  test('cancelled, is suspended until the period ends and cancelled then', async () => {
    const { person } = await buy();
    expect(await data(person, 'POST', '/cancel', {})).toMatchObject({ status: 'canceled', next_charge: null });
    expect(await planOf(person)).toBe('pro');
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'SUSPENDED' }]);
    await advance(32 * DAY);
    await reconcile();
    expect([await planOf(person), await my(person), await remaining(person)]).toEqual(['free', null, 0]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
    // PayPal tells the time of a cancellation to the second.
    expect((await historyOf(person)).toSorted()).toEqual(['cancelled', 'ended', 'started']);
  });

  test('cancelled and resumed goes on, with no further credits', async () => {
    const { person } = await buy();
    await data(person, 'POST', '/cancel', {});
    expect(await data(person, 'POST', '/resume')).toMatchObject({ status: 'active', canceled_at: null });
    expect(await remaining(person)).toBe(200);
    await advance(32 * DAY);
    await reconcile();
    expect(await paymentsOf(person)).toEqual([
      ['renewal', 'success'],
      ['checkout', 'success'],
    ]);
  });

  test('cancelled at PayPal by the person keeps what is paid, and cannot be resumed', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/cancel`, {});
    await deliver();
    expect(await my(person)).toMatchObject({ status: 'canceled', next_charge: null });
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
    expect((await ask(person, 'POST', '/resume')).body.code).toBe('NOT_SUPPORTED_BY_PROVIDER');
    await advance(32 * DAY);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
  });

  test('cancelled at PayPal by the person, of which nothing is heard yet, cannot be changed, and is known to be cancelled then', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/cancel`, {});
    const refused = await ask(person, 'PUT', '/my', { plan_id: 'plan-enterprise' });
    expect([refused.status, refused.body.code]).toEqual([409, 'SUBSCRIPTION_NOT_CHANGEABLE']);
    expect(await my(person)).toMatchObject({ status: 'canceled', next_charge: null });
    expect(await planOf(person)).toBe('pro');
  });

  test('cancelled at PayPal by the person ends with the account', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/cancel`, {});
    await deliver();
    expect((await app.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
    expect(await eraseRest(person)).toBe(true);
    const found = await rows(app.dataSource, `select status from subscriptions where user_id = $1`, [person.userId]);
    expect(found).toEqual([{ status: 'canceled' }]);
    // What PayPal still tells of it has its effect too.
    await sandbox.control('paypal/disputes', { transactionId: await saleOf(person) });
    await deliver();
    expect(await rows(app.dataSource, `select type from webhook_inbox where state = 'new'`)).toEqual([]);
  });

  test.each([
    ['plan-pro', 'plan-enterprise', 'upgrade', 29.99, 500],
    ['plan-enterprise', 'plan-pro', 'downgrade', 9.99, 200],
  ])('changes from %s to %s after consent, at the next payment', async (from, to, kind, amount, credits) => {
    const { person } = await buy(from);
    const before = await my(person);
    const effective_at = before?.current_period_end;
    const preview = await data(person, 'GET', `/preview/${to}`);
    expect(preview).toMatchObject({ kind, amount_due: 0, credits: 0, next_amount: amount, effective_at });
    const changed = await data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', { plan_id: to });
    expect(changed).toMatchObject({ kind, payment: null, effective_at, subscription: { pending_plan_id: null } });
    expect(await approveAtPaypal(changed.approval_url ?? '')).toMatch(/^http:\/\/localhost:3000\/profile\?/);
    await deliver();
    expect(await my(person)).toMatchObject({ plan_id: from, pending_plan_id: to, next_charge: { amount } });
    await advance(32 * DAY);
    await reconcile();
    expect(await my(person)).toMatchObject({ plan_id: to, pending_plan_id: null });
    expect(await remaining(person)).toBe(credits);
    expect(await historyOf(person)).toContain('changed');
  });

  test('whose renewal is refused keeps the plan for the days of grace, and ends then', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'renewal_declined' });
    await advance(32 * DAY);
    await reconcile();
    expect(await my(person)).toMatchObject({ status: 'active', grace_until: expect.any(String) });
    expect(await planOf(person)).toBe('pro');
    expect((await paymentsOf(person))[0]).toEqual(['renewal', 'failed']);
    await advance(9 * DAY);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
  });

  test('whose renewal succeeds at a further attempt goes on', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'renewal_declined' });
    await advance(32 * DAY);
    await reconcile();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'balance' });
    await advance(5 * DAY);
    await reconcile();
    expect(await my(person)).toMatchObject({ grace_until: null });
    expect(await remaining(person)).toBe(200);
    expect(await paymentsOf(person)).toEqual(
      expect.arrayContaining([
        ['renewal', 'failed'],
        ['renewal', 'success'],
      ]),
    );
  });
});

describe('money back from PayPal', () => {
  test('is the latest payment, and ends the plan', async () => {
    const { person, paid } = await buy();
    const { payment_id } = paid;
    expect(await data(person, 'POST', '/refund', { payment_id })).toMatchObject({ refunded_amount: 9.99 });
    expect([await planOf(person), await my(person), await remaining(person)]).toEqual(['free', null, 0]);
    expect((await ask(person, 'POST', '/refund', { payment_id })).body.code).toBe('REFUND_NOT_POSSIBLE');
    expect(await sandbox.control<object[]>('paypal/refunds')).toHaveLength(1);
  });

  test('in part takes its share of the credits, once', async () => {
    const { person } = await buy();
    const { PAYPAL_BASE_URL, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = sandbox.environment();
    const call = async (path: string, authorization: string, body: string | URLSearchParams) => {
      const headers = { authorization, ...(typeof body === 'string' && { 'content-type': 'application/json' }) };
      const answer = await fetch(`${PAYPAL_BASE_URL}${path}`, { method: 'POST', headers, body });
      return (await answer.json()) as Record<string, string>;
    };
    const basic = `Basic ${Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64')}`;
    const { access_token: token } = await call(
      '/v1/oauth2/token',
      basic,
      new URLSearchParams({ grant_type: 'client_credentials' }),
    );
    const part = JSON.stringify({ amount: { currency_code: 'USD', value: '3.33' } });
    await call(`/v2/payments/captures/${await saleOf(person)}/refund`, `Bearer ${token}`, part);
    for (let i = 0; i < 2; i += 1) {
      await deliver();
      await reconcile();
      // A third of the price, rounded up to a tenth of a credit.
      expect(await remaining(person)).toBe(133.3);
    }
    expect(await planOf(person)).toBe('pro');
  });

  test('after a dispute takes the credits, and one that is won gives them back', async () => {
    const { person } = await buy();
    const { dispute_id: id } = await sandbox.control<{ dispute_id: string }>('paypal/disputes', {
      transactionId: await saleOf(person),
    });
    await deliver();
    expect(await remaining(person)).toBe(0);
    await sandbox.control(`paypal/disputes/${id}/resolve`, { outcome: 'RESOLVED_SELLER_FAVOUR' });
    await deliver();
    expect(await remaining(person)).toBe(200);
  });

  test('after a dispute about a payment of half a year ago is told of that payment', async () => {
    const { person } = await buy();
    const transactionId = await saleOf(person);
    for (const months of [2, 3]) {
      await advance(months * 31 * DAY);
      await reconcile();
    }
    await sandbox.control('paypal/disputes', { transactionId });
    await deliver();
    const payments = await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments');
    expect(payments.data.map(({ is_disputed }) => is_disputed)).toEqual([...Array<boolean>(5).fill(false), true]);
  });

  test('after a dispute that is lost stays taken', async () => {
    const { person } = await buy();
    const { dispute_id: id } = await sandbox.control<{ dispute_id: string }>('paypal/disputes', {
      transactionId: await saleOf(person),
    });
    await sandbox.control(`paypal/disputes/${id}/resolve`, { outcome: 'RESOLVED_BUYER_FAVOUR' });
    await deliver();
    expect(await remaining(person)).toBe(0);
    const payments = await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments');
    expect(payments.data).toMatchObject([{ is_disputed: true, refunded_amount: 9.99 }]);
  });
});

test('a payment on a page that was left open by a removed account is given back', async () => {
  const person = await app.signIn();
  const { url } = await begin(person);
  await app.request('DELETE', '/users/account', { token: person.token });
  await approveAtPaypal(url);
  await deliver();
  expect(await sandbox.control<object[]>('paypal/payments')).toMatchObject([{ status: 'REFUNDED' }]);
  expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
});

test('a receipt of our own is downloaded by its owner as a PDF, and by nobody else', async () => {
  const { person } = await buy();
  const { data: invoices } = await data<Answer<'subscriptions.invoices'>>(person, 'GET', '/invoices');
  expect(invoices).toMatchObject([{ status: 'paid', amount: 9.99, plan_id: 'plan-pro' }]);
  const path = `/invoices/${invoices[0]?.id}/download`;
  const file = await ask<string>(person, 'GET', path);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(file.body).toEqual(expect.stringMatching(/^%PDF[^]*Plan: Pro, one month[^]*Amount: 9\.99 USD/));
  expect((await ask(await app.signIn(), 'GET', path)).status).toBe(404);
});

test('a receipt has the company, tax number and address that its owner gave, also when they were given afterwards', async () => {
  const { person } = await buy();
  const { data: invoices } = await data<Answer<'subscriptions.invoices'>>(person, 'GET', '/invoices');
  const receipt = async (): Promise<string> => {
    const { body }: { body: unknown } = await ask(person, 'GET', `/invoices/${invoices[0]?.id}/download`);
    return body as string;
  };
  expect(await receipt()).not.toContain('Billed to');

  const given = { company: ' Ada  GmbH ', tax_id: 'de 123456789', address: 'Hauptstr. 1\r\n\r\n10115 Berlin\nGermany' };
  const kept = { company: 'Ada GmbH', tax_id: 'DE 123456789', address: 'Hauptstr. 1\n10115 Berlin\nGermany' };
  expect(await data(person, 'PUT', '/billing-details', given)).toEqual(kept);
  expect(await data(person, 'GET', '/billing-details')).toEqual(kept);
  const printed = [...(await receipt()).matchAll(/\((.*)\) Tj/g)].map(([, line]) => line);
  expect(printed).toEqual(
    expect.arrayContaining(['Billed to', 'Ada GmbH', 'Tax ID: DE 123456789', 'Hauptstr. 1', '10115 Berlin', 'Germany']),
  );

  await data(person, 'PUT', '/billing-details', { company: '', tax_id: '', address: '' });
  expect(await receipt()).not.toContain('Billed to');
  expect(await data(await app.signIn(), 'GET', '/billing-details')).toEqual({ company: '', tax_id: '', address: '' });
});

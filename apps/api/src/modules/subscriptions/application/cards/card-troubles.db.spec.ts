import type { Answer, PaymentOutcome } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import type { SignedIn } from '../../../../../test/support/app.js';
import { rows } from '../../../../platform/database/rows.js';
import { SyncCheckout } from '../checkout/sync-checkout.js';

const { sandbox, app, billing } = useBilling();

const ASKS = 'pm_card_authenticationRequired';
const create = (person: SignedIn, payment_method: string) =>
  billing.data<PaymentOutcome>(person, 'POST', '', { plan_id: 'plan-pro', payment_method });
const upgrade = (person: SignedIn, more: object = {}) =>
  billing.data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', { plan_id: 'plan-enterprise', ...more });
const standing = async (person: SignedIn) => [
  await billing.planOf(person),
  (await billing.quota(person)).remainingCredits,
];
const paymentsOf = async (person: SignedIn) =>
  (await billing.data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments')).data.map(
    ({ kind, status, failure_reason }) => [kind, status, failure_reason],
  );

describe('a purchase with a saved card', () => {
  test('for which the bank asks gives nothing until it is answered', async () => {
    const person = await app.signIn();
    const outcome = await create(person, await billing.saveCard(person, ASKS));
    expect(outcome).toMatchObject({ status: 'redirecting', hosted_invoice_url: expect.stringMatching(/^http/) });
    expect(await standing(person)).toEqual(['free', 0]);
    await billing.answerBank(person, 'confirm');
    expect(await standing(person)).toEqual(['pro', 200]);
    expect(await paymentsOf(person)).toEqual([['direct', 'success', null]]);
  });

  test('that the holder refuses fails, and gives nothing', async () => {
    const person = await app.signIn();
    await create(person, await billing.saveCard(person, ASKS));
    await billing.answerBank(person, 'refuse');
    expect(await standing(person)).toEqual(['free', 0]);
    expect(await paymentsOf(person)).toEqual([['direct', 'failed', 'authentication_required']]);
  });

  test('that is declined changes nothing, and another card succeeds', async () => {
    const person = await app.signIn();
    const declined = await create(person, await billing.saveCard(person, 'pm_card_chargeCustomerFail'));
    expect(declined).toMatchObject({ status: 'failed', subscription: null });
    expect(await standing(person)).toEqual(['free', 0]);
    expect(await create(person, await billing.saveCard(person))).toMatchObject({ status: 'success' });
    expect(await standing(person)).toEqual(['pro', 200]);
  });
});

describe('an upgrade', () => {
  const buyer = async (outcome: string): Promise<SignedIn> => {
    const { person } = await billing.buy();
    await billing.spoilCard(outcome);
    return person;
  };

  test('for which the bank asks changes nothing until it is answered', async () => {
    const person = await buyer('authenticate');
    const changed = await upgrade(person);
    expect(changed).toMatchObject({
      payment: { status: 'redirecting', hosted_invoice_url: expect.stringMatching(/^http/) },
      subscription: { plan_id: 'plan-pro' },
    });
    expect(await standing(person)).toEqual(['pro', 200]);
    await billing.answerBank(person, 'confirm');
    const [plan, credits] = await standing(person);
    expect(plan).toBe('enterprise');
    expect(credits).toBeGreaterThan(499);
  });

  test('with a card that fails changes nothing, and succeeds with another one', async () => {
    const person = await buyer('insufficient_funds');
    const changed = await upgrade(person);
    expect(changed).toMatchObject({
      payment: { status: 'failed', failure_reason: 'insufficient_funds' },
      subscription: { plan_id: 'plan-pro', status: 'active', grace_until: null },
    });
    expect(await standing(person)).toEqual(['pro', 200]);
    const other = await billing.saveCard(person);
    await billing.data(person, 'POST', `/payment-methods/${other}/default`);
    expect(await upgrade(person)).toMatchObject({
      payment: { status: 'success' },
      subscription: { plan_id: 'plan-enterprise' },
    });
  });

  test('is refused for another date than that of a recent preview', async () => {
    const { person } = await billing.buy();
    const { current_period_end: end = '' } = (await billing.my(person)) ?? {};
    // For the last seconds of the period, the difference of the plans is less than a cent.
    const proration_date = Math.floor(Date.parse(end) / 1000) - 10;
    const answer = await billing.ask(person, 'PUT', '/my', { plan_id: 'plan-enterprise', proration_date });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await standing(person)).toEqual(['pro', 200]);
  });
});

describe('a renewal that failed', () => {
  const failing = async (): Promise<SignedIn> => {
    const { person } = await billing.buy();
    await billing.spoilCard('insufficient_funds');
    await billing.advance({ days: 31, seconds: 7200 });
    await billing.reconcile();
    expect(await billing.my(person)).toMatchObject({ grace_until: expect.any(String) });
    return person;
  };

  const cardPage = (person: SignedIn) =>
    billing.data<{ session_id: string }>(person, 'POST', '/payment-methods/session', {
      success_url: '/profile',
      cancel_url: '/profile',
    });
  const confirmCard = (person: SignedIn, body: { session_id: string }) =>
    billing.ask<Answer<'subscriptions.confirmPaymentMethodSession'>>(
      person,
      'POST',
      '/payment-methods/session/confirm',
      body,
    );

  test('is paid by a card that is added on the provider’s page, which becomes the default', async () => {
    const person = await failing();
    const { session_id } = await cardPage(person);
    const syncCheckout = app.app.get(SyncCheckout, { strict: false });
    await syncCheckout.run('stripe', session_id);
    expect(await billing.my(person)).toMatchObject({ grace_until: expect.any(String) });
    await sandbox.control(`stripe/checkout/${session_id}/pay`, { number: '5555555555554444' });
    await syncCheckout.run('stripe', session_id);
    expect(await billing.my(person)).toMatchObject({ grace_until: null, hosted_invoice_url: null });
    expect((await billing.quota(person)).remainingCredits).toBe(200);
    const methods = await billing.data<Answer<'subscriptions.paymentMethods'>>(person, 'GET', '/payment-methods');
    expect(methods.find(({ is_default }) => is_default)).toMatchObject({ brand: 'mastercard' });
  });

  test('is paid when its person comes back from that page, before any webhook', async () => {
    const person = await failing();
    const { session_id } = await cardPage(person);
    expect((await confirmCard(person, { session_id })).body.data).toBeNull();
    await sandbox.control(`stripe/checkout/${session_id}/pay`, { number: '5555555555554444' });
    for (const again of [1, 2]) {
      const { status, body } = await confirmCard(person, { session_id });
      expect([again, status, body.data]).toMatchObject([again, 200, { brand: 'mastercard', is_default: true }]);
    }
    expect(await billing.my(person)).toMatchObject({ grace_until: null, hosted_invoice_url: null });
    expect((await billing.quota(person)).remainingCredits).toBe(200);
  });

  test('is not paid by the page of somebody else, nor by one for a purchase', async () => {
    const [person, other] = [await failing(), await app.signIn()];
    const { session_id } = await cardPage(person);
    expect((await confirmCard(other, { session_id })).body.code).toBe('NOT_FOUND');
    await sandbox.control(`stripe/checkout/${session_id}/pay`, { number: '5555555555554444' });
    expect((await confirmCard(other, { session_id })).body.code).toBe('NOT_FOUND');
    expect(await billing.my(person)).toMatchObject({ grace_until: expect.any(String) });
    const body = { plan_id: 'plan-pro', success_url: '/', cancel_url: '/' };
    const bought = await billing.data<{ session_id: string }>(other, 'POST', '/checkout-session', body);
    expect((await confirmCard(other, { session_id: bought.session_id })).body.code).toBe('NOT_FOUND');
    expect((await confirmCard(other, { session_id: 'cs_unknown' })).body.code).toBe('NOT_FOUND');
    expect((await confirmCard(person, { session_id })).status).toBe(200);
  });

  test('is tried again with a saved card that becomes the default', async () => {
    const person = await failing();
    const declined = await billing.saveCard(person, 'pm_card_chargeCustomerFail');
    await billing.data(person, 'POST', `/payment-methods/${declined}/default`);
    expect(await billing.my(person)).toMatchObject({ grace_until: expect.any(String) });
    const good = await billing.saveCard(person);
    await billing.data(person, 'POST', `/payment-methods/${good}/default`);
    expect(await billing.my(person)).toMatchObject({ grace_until: null });
  });
});

test('checkout asks for no tax, takes no promotion codes and no other currency, and lets companies name themselves', async () => {
  const person = await app.signIn();
  const body = { plan_id: 'plan-pro', success_url: '/', cancel_url: '/' };
  const { session_id } = await billing.data<Answer<'subscriptions.checkoutSession'>>(
    person,
    'POST',
    '/checkout-session',
    body,
  );
  expect(await billing.stripe.checkout.sessions.retrieve(session_id)).toMatchObject({
    automatic_tax: { enabled: false },
    allow_promotion_codes: false,
    adaptive_pricing: { enabled: false },
    tax_id_collection: { enabled: true },
    currency: 'usd',
  });
});

test('what the provider knows of a person, cards included, goes with the account', async () => {
  const person = await app.signIn();
  await create(person, await billing.saveCard(person));
  const [found] = await rows<{ id: string }>(
    app.dataSource,
    `select provider_customer_id as id from billing_customers where user_id = $1`,
    [person.userId],
  );
  const id = found?.id ?? '';
  expect((await billing.stripe.customers.listPaymentMethods(id)).data).toHaveLength(1);
  expect((await app.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
  expect(await billing.stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
});

import type { Answer, PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { billingOf } from '../../../../../test/support/billing/billing.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { rows } from '../../../../platform/database/rows.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
const billing = billingOf(app, sandbox);
beforeAll(() => billing.stopJobs());
beforeEach(() => billing.preparePrices());
afterEach(() => expectInvariants(app.dataSource));

/** The provider does what the next write asks, and its answer is lost. */
const loseAnswer = () => sandbox.control('failures', { provider: 'stripe', kind: 'cut', method: 'POST' });
const CHECKOUT = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
type Checkout = Answer<'subscriptions.checkoutSession'>;

/** The same request until it is answered; the first answer is lost. */
async function twice<T>(person: SignedIn, method: string, path: string, body?: object): Promise<T> {
  await loseAnswer();
  const lost = await billing.ask(person, method, path, body);
  expect([lost.status, lost.body.code]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
  return billing.data<T>(person, method, path, body);
}

describe('a request whose answer was lost, sent again,', () => {
  test('opens one checkout session, also in another language', async () => {
    const person = await app.signIn();
    await billing.addCustomer(person);
    const start = (language: string) =>
      app.post<Checkout>('/subscriptions/checkout-session', {
        token: person.token,
        body: CHECKOUT,
        headers: { 'accept-language': language },
      });
    await loseAnswer();
    expect((await start('zh')).status).toBe(503);
    const { session_id } = (await start('en')).body.data;
    expect(await billing.stripe.checkout.sessions.list()).toMatchObject({ data: [{ id: session_id, locale: 'zh' }] });
    expect(await billing.paymentStates(person)).toEqual(['checkout redirecting']);
  });

  test('buys with a saved card once', async () => {
    const person = await app.signIn();
    const payment_method = await billing.saveCard(person);
    const outcome = await twice<PaymentOutcome>(person, 'POST', '', { plan_id: 'plan-pro', payment_method });
    expect(outcome).toMatchObject({ status: 'success', amount: 9.99 });
    expect(await billing.paymentStates(person)).toEqual(['direct success']);
    expect((await billing.stripe.subscriptions.list()).data).toHaveLength(1);
    expect((await billing.quota(person)).remainingCredits).toBe(200);
  });

  test('with another card charges the first of them that succeeds', async () => {
    const person = await app.signIn();
    const declined = await billing.saveCard(person, 'pm_card_chargeCustomerFail');
    const good = await billing.saveCard(person);
    await loseAnswer();
    const first = await billing.ask(person, 'POST', '', { plan_id: 'plan-pro', payment_method: declined });
    expect(first.status).toBe(503);
    const outcome = await billing.data(person, 'POST', '', { plan_id: 'plan-pro', payment_method: good });
    expect(outcome).toMatchObject({ status: 'success', subscription: { plan_id: 'plan-pro' } });
    expect(await billing.paymentStates(person)).toEqual(['direct failed', 'direct success']);
  });

  test('upgrades once, for the price of the first request', async () => {
    const { person } = await billing.buy();
    const preview = await billing.data<Answer<'subscriptions.preview'>>(person, 'GET', '/preview/plan-enterprise');
    const { proration_date } = preview;
    const provider = app.app.get(PaymentProviders, { strict: false }).get('stripe');
    const upgrade = provider.upgrade.bind(provider);
    jest.spyOn(provider, 'upgrade').mockImplementationOnce(async (...order) => {
      await upgrade(...order);
      throw new AppError('PAYMENT_UNAVAILABLE');
    });
    const lost = await billing.ask(person, 'PUT', '/my', { plan_id: 'plan-enterprise', proration_date });
    expect(lost.status).toBe(503);
    const changed = await billing.data(person, 'PUT', '/my', { plan_id: 'plan-enterprise' });
    expect(changed).toMatchObject({ payment: { status: 'success', amount: 20 } });
    expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade success']);
  });

  test.each([
    ['cancel', { status: 'canceled' }],
    ['resume', { status: 'active' }],
  ])('changes nothing more: %s', async (path, expected) => {
    const { person } = await billing.buy();
    if (path === 'resume') await billing.data(person, 'POST', '/cancel', {});
    const body = path === 'cancel' ? {} : undefined;
    expect(await twice(person, 'POST', `/${path}`, body)).toMatchObject(expected);
  });

  test('schedules one downgrade', async () => {
    const { person } = await billing.buy('plan-enterprise');
    const changed = await twice(person, 'PUT', '/my', { plan_id: 'plan-pro' });
    expect(changed).toMatchObject({ subscription: { pending_plan_id: 'plan-pro' } });
    const { data } = await billing.stripe.subscriptionSchedules.list();
    expect(data.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  test('refunds once', async () => {
    const { person, paid } = await billing.buy();
    const refunded = await twice(person, 'POST', '/refund', { payment_id: paid.payment_id });
    expect(refunded).toMatchObject({ refunded_amount: 9.99 });
    expect((await billing.stripe.refunds.list()).data).toHaveLength(1);
  });

  test('adds one card and removes one', async () => {
    const person = await app.signIn();
    const kept = await billing.saveCard(person);
    const added = await twice<{ id: string }>(person, 'POST', '/payment-methods', {
      payment_method_id: await billing.newCard(),
    });
    expect(await billing.data(person, 'GET', '/payment-methods')).toHaveLength(2);
    await loseAnswer();
    expect((await billing.ask(person, 'DELETE', `/payment-methods/${added.id}`)).status).toBe(503);
    expect((await billing.ask(person, 'DELETE', `/payment-methods/${added.id}`)).status).toBe(404);
    expect(await billing.data(person, 'GET', '/payment-methods')).toMatchObject([{ id: kept }]);
  });
});

describe('a checkout that the provider never answered', () => {
  const begin = async (): Promise<SignedIn> => {
    const person = await app.signIn();
    await billing.addCustomer(person);
    await sandbox.control('chaos', { provider: 'stripe', mode: 'down' });
    expect((await billing.ask(person, 'POST', '/checkout-session', CHECKOUT)).status).toBe(503);
    await sandbox.control('chaos', { provider: 'stripe', mode: 'normal' });
    return person;
  };
  const pass = async (person: SignedIn, time: string) => {
    await rows(app.dataSource, `update payments set created_at = now() - $2::interval where user_id = $1`, [
      person.userId,
      time,
    ]);
    await billing.reconcile();
  };

  test('waits to be repeated for a day, then ends', async () => {
    const person = await begin();
    await pass(person, '23 hours');
    expect(await billing.paymentStates(person)).toEqual(['checkout redirecting']);
    await pass(person, '25 hours');
    expect(await billing.paymentStates(person)).toEqual(['checkout cancelled']);
  });

  test('is begun anew once the provider has forgotten its key', async () => {
    const person = await begin();
    await pass(person, '21 hours');
    await billing.data(person, 'POST', '/checkout-session', CHECKOUT);
    expect(await billing.paymentStates(person)).toEqual(['checkout redirecting', 'checkout redirecting']);
  });

  test('is cancelled by going back', async () => {
    const person = await begin();
    const [payment] = await rows<{ id: string }>(app.dataSource, `select id from payments where user_id = $1`, [
      person.userId,
    ]);
    const outcome = await billing.data(person, 'PATCH', `/payments/${payment?.id}/status`, { status: 'cancelled' });
    expect(outcome).toMatchObject({ status: 'cancelled' });
  });
});

import type { Answer, PaymentMethod, PaymentOutcome } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import type { SignedIn } from '../../../../../test/support/app.js';
import { drawn, TURN } from '../../../../../test/support/timing/drawn.js';
import { rows } from '../../../../platform/database/rows.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

const { sandbox, app, billing } = useBilling();

const ADDRESSES = { success_url: '/payment/success', cancel_url: '/pricing' };
const start = (person: SignedIn, plan_id = 'plan-pro') =>
  billing.data<Answer<'subscriptions.checkoutSession'>>(person, 'POST', '/checkout-session', { plan_id, ...ADDRESSES });
const customersOf = async ({ userId }: SignedIn): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      app.dataSource,
      `select provider_customer_id as id from billing_customers where user_id = $1 order by created_at`,
      [userId],
    )
  ).map(({ id }) => id);

/** The operator deletes the customer in the dashboard. */
async function remove(person: SignedIn): Promise<string> {
  const id = (await customersOf(person)).at(-1) ?? '';
  await billing.stripe.customers.del(id);
  await billing.reconcile();
  return id;
}

/** The operator enters the keys of another account. */
async function swapAccount({ userId }: SignedIn): Promise<void> {
  const sql = `update billing_customers set provider_customer_id = 'cus_' || user_id where user_id = $1`;
  await rows(app.dataSource, sql, [userId]);
}

async function pay(person: SignedIn, session_id: string): Promise<PaymentOutcome> {
  await sandbox.control(`stripe/checkout/${session_id}/pay`, {});
  return billing.data<PaymentOutcome>(person, 'POST', '/confirm-payment-by-session', { session_id });
}

async function withCustomer(): Promise<SignedIn> {
  const person = await app.signIn();
  await billing.saveCard(person);
  return person;
}

const LOSSES: [string, (person: SignedIn) => Promise<unknown>][] = [
  ['deleted', remove],
  ['of another account', swapAccount],
];
/** Each test meets one of them today and the other tomorrow. */
const lossesOf = (at: number): typeof LOSSES => drawn(LOSSES, 2, { turn: TURN + at });

test.each(lossesOf(0))('a customer who is %s at the provider buys with a new one', async (_, lose) => {
  const person = await withCustomer();
  await lose(person);
  const { session_id } = await start(person);
  expect(await pay(person, session_id)).toMatchObject({ status: 'success' });
  expect(await billing.planOf(person)).toBe('pro');
});

test.each(lossesOf(1))('a customer who is %s at the provider has no cards, and adds one', async (_, lose) => {
  const person = await withCustomer();
  await lose(person);
  const cards = () => billing.data<PaymentMethod[]>(person, 'GET', '/payment-methods');
  expect(await cards()).toEqual([]);
  const added = await billing.saveCard(person);
  expect((await cards()).map(({ id }) => id)).toEqual([added]);
});

test.each(lossesOf(2))(
  'a customer who is %s at the provider comes to the page on which a card is added',
  async (_, lose) => {
    const person = await withCustomer();
    await lose(person);
    const session = await billing.data<{ session_id: string }>(person, 'POST', '/payment-methods/session', ADDRESSES);
    const { customer } = await billing.stripe.checkout.sessions.retrieve(session.session_id);
    expect(customer).toBe((await customersOf(person)).at(-1));
  },
);

test('a customer can be lost again and again on one day', async () => {
  const person = await withCustomer();
  for (const plan of ['plan-pro', 'plan-enterprise']) {
    await remove(person);
    await start(person, plan);
  }
  expect(new Set(await customersOf(person)).size).toBe(3);
});

test('a lost customer who buys in two tabs at once gets one new customer', async () => {
  const person = await withCustomer();
  await remove(person);
  await Promise.all([start(person), start(person, 'plan-enterprise')]);
  expect(await customersOf(person)).toHaveLength(2);
});

test('what the lost customer had bought stays with its owner', async () => {
  const { person } = await billing.buy();
  const former = await billing.subscriptionOf(person);
  await remove(person);
  await billing.sync(person);
  const { session_id } = await start(person, 'plan-enterprise');
  await pay(person, session_id);
  expect(await app.app.get(SyncSubscription, { strict: false }).run('stripe', former)).toBe('applied');
  expect(await billing.planOf(person)).toBe('enterprise');
});

test('the former customer, whose subscription goes on, comes back with the keys of its account', async () => {
  const { person } = await billing.buy();
  const [former] = await customersOf(person);
  await swapAccount(person);
  await billing.saveCard(person);
  const rename = `update billing_customers set provider_customer_id = $3 where user_id = $1 and provider_customer_id = $2`;
  const [lost, other] = await customersOf(person);
  await rows(app.dataSource, rename, [person.userId, lost, former]);
  await rows(app.dataSource, rename, [person.userId, other, 'cus_elsewhere']);
  const card = await billing.saveCard(person);
  expect(await billing.stripe.paymentMethods.retrieve(card)).toMatchObject({ customer: former });
  await billing.data(person, 'POST', `/payment-methods/${card}/default`);
  const subscription = await billing.stripe.subscriptions.retrieve(await billing.subscriptionOf(person));
  expect(subscription.default_payment_method).toBe(card);
});

test('a removed account leaves neither the lost customer nor the new one', async () => {
  const person = await withCustomer();
  await swapAccount(person);
  await billing.saveCard(person);
  const current = (await customersOf(person)).at(-1) ?? '';
  expect((await app.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
  expect(await billing.stripe.customers.retrieve(current)).toMatchObject({ deleted: true });
});

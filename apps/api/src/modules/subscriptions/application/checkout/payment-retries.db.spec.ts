import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { untilBlocked } from '../../../../../test/support/database/database-locks.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { CreditLedger } from '../../../quota/index.js';
import { ReconcileBilling } from '../sync/reconcile-billing.js';
import { SyncSubscription } from '../sync/sync-subscription.js';
import { InboxWorker } from '../../jobs/inbox-worker.js';
import { Reconciler } from '../../jobs/reconciler.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
beforeAll(async () => {
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
const prepare = () => app.app.get(PaymentProviders, { strict: false }).get('stripe').preparePrices();
beforeEach(prepare);
afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(app.dataSource));

type Checkout = Answer<'subscriptions.checkoutSession'>;
const DAY = 86_400;
const WANTED = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };

const ask = <T>({ token }: SignedIn, method: string, path: string, body?: object, headers = {}): Promise<Answered<T>> =>
  app.request<T>(method, `/subscriptions${path}`, { token, headers, ...(body && { body }) });
const begin = (person: SignedIn, more: object = {}, headers = {}) =>
  ask<Checkout>(person, 'POST', '/checkout-session', { ...WANTED, ...more }, headers);
const atStripe = async <T>(path: string, body?: Record<string, string>): Promise<T> => {
  const { STRIPE_BASE_URL, STRIPE_SECRET_KEY } = sandbox.environment();
  const answer = await fetch(`${STRIPE_BASE_URL}/v1/${path}`, {
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    ...(body && { method: 'POST', body: new URLSearchParams(body) }),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
};
const sessionsOf = async ({ userId }: SignedIn): Promise<string[]> => {
  const customer = await row<{ id: string }>(
    app.dataSource,
    `select provider_customer_id as id from billing_customers where user_id = $1`,
    [userId],
  );
  const { data } = await atStripe<{ data: { id: string }[] }>(`checkout/sessions?customer=${customer?.id}`);
  return data.map(({ id }) => id);
};
const buy = async (): Promise<SignedIn> => {
  const person = await app.signIn();
  const { session_id } = (await begin(person)).body.data;
  await sandbox.control(`stripe/checkout/${session_id}/pay`, {});
  await ask(person, 'POST', '/confirm-payment-by-session', { session_id });
  return person;
};
const advance = async (seconds: number) => {
  await sandbox.control('clock/advance', { ms: seconds * 1000 });
  await rows(app.dataSource, `update billing_clock set shift_seconds = shift_seconds + $1`, [seconds]);
};

test('a request that is repeated in another language is served', async () => {
  const person = await app.signIn();
  await sandbox.control('failures', { provider: 'stripe', kind: 'html', times: 2, method: 'POST' });
  for (let tries = 0; tries < 2; tries += 1) await begin(person, {}, { 'accept-language': 'en' });
  expect((await begin(person, {}, { 'accept-language': 'zh' })).status).toBe(200);
});

test('many clicks at once begin one checkout', async () => {
  const person = await app.signIn();
  const answers = await Promise.all(Array.from({ length: 8 }, () => begin(person)));
  // While the first call with a key runs, the provider refuses others with it.
  for (const { status } of answers) expect([200, 503]).toContain(status);
  const { session_id } = (await begin(person)).body.data;
  expect(await sessionsOf(person)).toEqual([session_id]);
  expect(await rows(app.dataSource, `select 1 from payments where user_id = $1`, [person.userId])).toHaveLength(1);
});

test('a checkout waits for its account, so that the next click finds it', async () => {
  const person = await app.signIn();
  const paymentsOf = () => rows(app.dataSource, `select 1 from payments where user_id = $1`, [person.userId]);
  const clicks = await inTransaction(app.dataSource, async (tx) => {
    await app.app.get(CreditLedger, { strict: false }).lock(tx, person.userId);
    const both = [begin(person), begin(person)];
    await Promise.race([untilBlocked(tx), Promise.any(both)]);
    expect(await paymentsOf()).toEqual([]);
    return both;
  });
  await Promise.all(clicks);
  expect(await paymentsOf()).toHaveLength(1);
});

test('a checkout of a year does not go on with that of a month', async () => {
  const person = await app.signIn();
  const [month, year] = [await begin(person), await begin(person, { is_annual: true })];
  expect(year.body.data.session_id).not.toBe(month.body.data.session_id);
  await sandbox.control(`stripe/checkout/${year.body.data.session_id}/pay`, {});
  const paid = await ask(person, 'POST', '/confirm-payment-by-session', { session_id: year.body.data.session_id });
  expect(paid.body.data).toMatchObject({ amount: 99.99, is_annual: true });
});

test('a price that was changed at the provider is replaced before it is sold', async () => {
  await atStripe('prices', {
    product: 'plan_pro',
    currency: 'usd',
    unit_amount: '1',
    'recurring[interval]': 'month',
    lookup_key: 'pro_monthly',
    transfer_lookup_key: 'true',
  });
  expect(await prepare()).toEqual(['pro_monthly']);
  const person = await buy();
  expect(await rows(app.dataSource, `select amount_cents from payments where user_id = $1`, [person.userId])).toEqual([
    { amount_cents: 999 },
  ]);
});

test('an upgrade costs what its preview showed, for an hour', async () => {
  const person = await buy();
  await advance(10 * DAY);
  const preview = await ask<Answer<'subscriptions.preview'>>(person, 'GET', '/preview/plan-enterprise');
  await advance(3_500);
  const { proration_date, amount_due } = preview.body.data;
  const body = { plan_id: 'plan-enterprise', proration_date };
  const changed = await ask<Answer<'subscriptions.change'>>(person, 'PUT', '/my', body);
  expect(changed.body.data.payment).toMatchObject({ status: 'success', amount: amount_due });
});

test('each of two upgrades has a payment of its own', async () => {
  const person = await buy();
  const change = (plan_id: string) => ask(person, 'PUT', '/my', { plan_id });
  expect((await change('plan-enterprise')).status).toBe(200);
  await change('plan-pro');
  await advance(31 * DAY + 7_200);
  await app.app.get(ReconcileBilling, { strict: false }).run(new AbortController().signal, 0);
  expect((await change('plan-enterprise')).status).toBe(200);
  const found = await rows<{ kind: string; status: string }>(
    app.dataSource,
    `select kind, status from payments where user_id = $1 order by created_at`,
    [person.userId],
  );
  expect(found.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'checkout success',
    'upgrade success',
    'renewal success',
    'upgrade success',
  ]);
});

test('an upgrade that was made at the provider leaves the payment of an earlier one alone', async () => {
  const person = await buy();
  const change = (plan_id: string) => ask(person, 'PUT', '/my', { plan_id });
  await change('plan-enterprise');
  await change('plan-pro');
  await advance(31 * DAY + 7_200);
  await app.app.get(ReconcileBilling, { strict: false }).run(new AbortController().signal, 0);
  const upgradesOf = () =>
    rows<{ id: string; status: string; invoice_id: string }>(
      app.dataSource,
      `select id, status, invoice_id from payments where user_id = $1 and kind = 'upgrade' order by created_at`,
      [person.userId],
    );
  const [earlier] = await upgradesOf();
  const { data } = await atStripe<{ data: { id: string; items: { data: { id: string }[] } }[] }>('subscriptions');
  const prices = await atStripe<{ data: { id: string }[] }>('prices?lookup_keys[]=enterprise_monthly');
  await atStripe(`subscriptions/${data[0]?.id}`, {
    'items[0][id]': data[0]?.items.data[0]?.id ?? '',
    'items[0][price]': prices.data[0]?.id ?? '',
    proration_behavior: 'always_invoice',
  });
  await app.app.get(SyncSubscription, { strict: false }).run('stripe', data[0]?.id ?? '');
  const after = await upgradesOf();
  expect(after).toEqual([earlier, expect.objectContaining({ status: 'success' })]);
  expect(after[1]?.invoice_id).not.toBe(earlier?.invoice_id);
});

import { subscriptionCalls, type Answer, type PaymentProviderId } from '@app/contracts';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { FakePayments } from '../../../../test/support/billing/fake-payments.js';
import { row, rows } from '../../../platform/database/rows.js';
import { RateLimiters } from '../../../platform/throttle/rate-limiters.js';
import { SyncSubscription } from '../application/sync/sync-subscription.js';
import { InboxWorker } from '../jobs/inbox-worker.js';
import { Reconciler } from '../jobs/reconciler.js';
import type { PaymentProvider } from '../providers/payment-provider.port.js';
import { PaymentProviders } from '../providers/payment-providers.js';

/** Lets calls that were left unanswered end, before the application waits for its requests. */
const ended = new AbortController();
afterAll(() => ended.abort());
afterEach(() => void jest.restoreAllMocks());

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
const begun = { payment_id: '', session_id: '' };
const found = {
  subscriber: {} as SignedIn,
  shopper: {} as SignedIn,
  invoice: '',
  payment: '',
  card: begun,
  paypal: begun,
};

/** Somebody who has bought, and somebody who has begun to, with a provider that answers; from then on it is silent. */
beforeAll(async () => {
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
  const payments = new FakePayments();
  payments.install(app.app);
  new FakePayments('paypal').install(app.app);
  const [subscriber, shopper] = [await app.signIn(), await app.signIn()];
  for (const { userId } of [subscriber, shopper])
    await rows(
      app.dataSource,
      `insert into billing_customers (provider, user_id, provider_customer_id) values ('stripe', $1, $2)`,
      [userId, `cus_${userId}`],
    );
  const customer = { userId: subscriber.userId, customerId: `cus_${subscriber.userId}` };
  const { id } = payments.subscribe(customer, { plan: 'pro', isAnnual: false });
  await app.app.get(SyncSubscription, { strict: false }).run('stripe', id);
  const paid = await row<{ id: string; invoice: string }>(
    app.dataSource,
    `select id, invoice_id as invoice from payments where user_id = $1`,
    [subscriber.userId],
  );
  Object.assign(found, { subscriber, shopper, invoice: paid?.invoice, payment: paid?.id });
  found.card = await begin(shopper, '/subscriptions/checkout-session');
  found.paypal = await begin(shopper, '/subscriptions/paypal/checkout-session');
  silence('stripe');
  silence('paypal');
});

async function begin({ token }: SignedIn, path: string): Promise<{ payment_id: string; session_id: string }> {
  const body = { plan_id: 'plan-pro', success_url: '/', cancel_url: '/' };
  const answer = await app.post<Answer<'subscriptions.checkoutSession'>>(path, { token, body });
  return answer.body.data;
}

/** The limit is what a test can wait for: a provider that never answers is late by any. */
function silence(id: PaymentProviderId): void {
  const providers = app.app.get(PaymentProviders, { strict: false });
  const silent = new Proxy({ id }, { get: (own, name) => Reflect.get(own, name) ?? silentCall });
  providers.byId.set(id, silent as PaymentProvider);
  Object.assign(providers, { answerMs: 20 });
}
const silentCall = () =>
  new Promise<never>((_, reject) =>
    ended.signal.addEventListener('abort', () => reject(new Error('The test is over'))),
  );

type Call = keyof typeof subscriptionCalls;
const PAGES = { success_url: '/', cancel_url: '/' };
const CALLS: Partial<Record<Call, (as: typeof found) => { by: SignedIn; path?: string; body?: object }>> = {
  create: ({ shopper }) => ({ by: shopper, body: { plan_id: 'plan-pro', payment_method: 'pm_1' } }),
  change: ({ subscriber }) => ({ by: subscriber, body: { plan_id: 'plan-enterprise' } }),
  preview: ({ subscriber }) => ({ by: subscriber, path: '/subscriptions/preview/plan-enterprise' }),
  cancel: ({ subscriber }) => ({ by: subscriber, body: {} }),
  resume: ({ subscriber }) => ({ by: subscriber }),
  checkoutSession: ({ shopper }) => ({ by: shopper, body: { plan_id: 'plan-enterprise', ...PAGES } }),
  confirmPayment: ({ shopper, card }) => ({ by: shopper, body: { payment_intent_id: card.payment_id } }),
  confirmPaymentBySession: ({ shopper, card }) => ({ by: shopper, body: { session_id: card.session_id } }),
  setPaymentStatus: ({ shopper, card }) => ({
    by: shopper,
    path: `/subscriptions/payments/${card.payment_id}/status`,
    body: { status: 'cancelled' },
  }),
  paypalCheckoutSession: ({ shopper }) => ({ by: shopper, body: { plan_id: 'plan-enterprise', ...PAGES } }),
  paypalConfirmPayment: ({ shopper, paypal }) => ({ by: shopper, body: { payment_id: paypal.payment_id } }),
  paypalConfirmPaymentBySession: ({ shopper, paypal }) => ({ by: shopper, body: { session_id: paypal.session_id } }),
  paypalSetPaymentStatus: ({ shopper, paypal }) => ({
    by: shopper,
    path: `/subscriptions/paypal/payments/${paypal.payment_id}/status`,
    body: { status: 'cancelled' },
  }),
  paymentMethods: ({ shopper }) => ({ by: shopper }),
  addPaymentMethod: ({ shopper }) => ({ by: shopper, body: { payment_method_id: 'pm_1' } }),
  paymentMethodSession: ({ shopper }) => ({ by: shopper, body: PAGES }),
  confirmPaymentMethodSession: ({ shopper, card }) => ({ by: shopper, body: { session_id: card.session_id } }),
  removePaymentMethod: ({ shopper }) => ({ by: shopper, path: '/subscriptions/payment-methods/pm_1' }),
  setDefaultPaymentMethod: ({ shopper }) => ({ by: shopper, path: '/subscriptions/payment-methods/pm_1/default' }),
  downloadInvoice: ({ subscriber, invoice }) => ({
    by: subscriber,
    path: `/subscriptions/invoices/${invoice}/download`,
  }),
  refund: ({ subscriber, payment }) => ({ by: subscriber, body: { payment_id: payment } }),
};

const ASKING = (Object.keys(subscriptionCalls) as Call[]).filter((name) =>
  subscriptionCalls[name].route.errors.some((code) => code === 'PAYMENT_UNAVAILABLE'),
);

test.each(ASKING)('%s answers PAYMENT_UNAVAILABLE while the provider is silent, and has a limit', async (name) => {
  const { by, path, body } = CALLS[name]?.(found) ?? { by: found.shopper };
  const isCancelled = name === 'resume';
  await rows(app.dataSource, `update subscriptions set cancel_at_period_end = $1`, [isCancelled]);
  const { route } = subscriptionCalls[name];
  const named = jest.spyOn(app.app.get(RateLimiters, { strict: false }), 'consumeNamed');
  const answer = await app.request(route.method, path ?? route.path, { token: by.token, ...(body && { body }) });
  expect([answer.status, answer.body.code]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
  expect(named).toHaveBeenCalledWith(expect.objectContaining({ by: 'person' }), by.userId);
});

test('a person asks at most sixty times a minute, whatever for', async () => {
  const { token } = await app.signIn();
  const statuses: number[] = [];
  for (let asked = 0; asked < 61; asked += 1)
    statuses.push((await app.get('/subscriptions/payment-methods', { token })).status);
  expect(statuses.slice(0, 60)).not.toContain(429);
  expect(statuses[60]).toBe(429);
  const other = await app.post('/subscriptions/confirm-payment-by-session', { token, body: { session_id: 'cs_1' } });
  expect([other.status, other.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await app.get('/subscriptions/my', { token })).status).toBe(200);
});

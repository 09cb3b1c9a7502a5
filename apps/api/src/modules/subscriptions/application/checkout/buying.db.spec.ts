import type { Answer, Locale, PaymentFailureReason, PaymentOutcome } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { PLAN_CHOICES } from '../../../../../test/support/billing/plan-choices.js';
import { drawn } from '../../../../../test/support/timing/drawn.js';
import { until } from '../../../../../test/support/timing/until.js';
import { rows } from '../../../../platform/database/rows.js';
import { ProcessInbox } from '../sync/process-inbox.js';
import { InboxWorker } from '../../jobs/inbox-worker.js';
import { Reconciler } from '../../jobs/reconciler.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
beforeAll(async () => {
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
beforeEach(() => app.app.get(PaymentProviders, { strict: false }).get('stripe').preparePrices());
afterEach(() => expectInvariants(app.dataSource));

const ADDRESSES = { success_url: '/payment/success', cancel_url: '/zh/pricing?from=card' };
type Checkout = Answer<'subscriptions.checkoutSession'>;

const begin = async (person: SignedIn, more: object = {}): Promise<Checkout> => {
  const body = { plan_id: 'plan-pro', is_annual: false, ...ADDRESSES, ...more };
  const answer = await app.post<Checkout>('/subscriptions/checkout-session', { token: person.token, body });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const pay = (sessionId: string, how: { outcome?: string } = {}) =>
  sandbox.control<{ kind: string; url?: string }>(`stripe/checkout/${sessionId}/pay`, how);
const confirm = ({ token }: SignedIn, sessionId: string) =>
  app.post<PaymentOutcome>('/subscriptions/confirm-payment-by-session', { token, body: { session_id: sessionId } });
const setStatus = ({ token }: SignedIn, id: string, status: string) =>
  app.request<PaymentOutcome>('PATCH', `/subscriptions/payments/${id}/status`, { token, body: { status } });
const remaining = async ({ token }: SignedIn) =>
  (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data.remainingCredits;

describe('a purchase', () => {
  test.each(PLAN_CHOICES)(
    'of %s, annual %s, costs %d and brings %d credits',
    async (planId, isAnnual, amount, credits) => {
      const person = await app.signIn();
      const { session_id, payment_id } = await begin(person, { plan_id: planId, is_annual: isAnnual });
      await pay(session_id);
      const { body } = await confirm(person, session_id);
      expect(body.data).toMatchObject({
        payment_id,
        status: 'success',
        amount,
        plan_id: planId,
        subscription: { status: 'active', plan_id: planId, is_annual: isAnnual, next_charge: { amount } },
      });
      expect(await remaining(person)).toBe(credits);
      const { next_grant_at, current_period_end } = body.data.subscription ?? {};
      // A year brings credits every month.
      expect(next_grant_at === current_period_end).toBe(!isAnnual);
      expect(next_grant_at).not.toBeNull();
    },
  );

  test('that is cancelled brings no more credits, and is charged no more', async () => {
    const person = await app.signIn();
    const { session_id } = await begin(person);
    await pay(session_id);
    await confirm(person, session_id);
    const { token } = person;
    const reasons: unknown[] = [];
    for (const reason of [' too dear ', ' ', undefined]) {
      const { status, body } = await app.post('/subscriptions/cancel', { token, body: { reason } });
      expect([status, body.data]).toMatchObject([200, { next_grant_at: null, next_charge: null }]);
      const query = `select cancel_reason from subscriptions where user_id = $1`;
      reasons.push(...(await rows(app.dataSource, query, [person.userId])));
    }
    expect(reasons).toEqual([{ cancel_reason: 'too dear' }, { cancel_reason: null }, { cancel_reason: null }]);
  });

  test('comes back to our own page, with the session and the payment', async () => {
    const person = await app.signIn();
    const { session_id, payment_id } = await begin(person);
    expect((await pay(session_id)).url).toBe(
      `http://localhost:3000/payment/success?payment_id=${payment_id}&session_id=${session_id}`,
    );
  });

  test('that is not paid yet is no failure, and gives nothing', async () => {
    const person = await app.signIn();
    const { session_id } = await begin(person);
    const { status, body } = await confirm(person, session_id);
    expect([status, body.data.status, body.data.subscription]).toEqual([200, 'redirecting', null]);
    expect(await remaining(person)).toBe(0);
  });

  test('that is asked for again goes on with the same session', async () => {
    const person = await app.signIn();
    const [first, second] = [await begin(person), await begin(person)];
    expect(second).toEqual(first);
    const other = await begin(person, { plan_id: 'plan-enterprise' });
    expect(other.session_id).not.toBe(first.session_id);
  });

  test('whose answer was lost makes one session, not two', async () => {
    const person = await app.signIn();
    await sandbox.control('chaos', { provider: 'stripe', mode: 'down' });
    const body = { plan_id: 'plan-pro', ...ADDRESSES };
    const lost = await app.post('/subscriptions/checkout-session', { token: person.token, body });
    expect([lost.status, lost.body.code]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
    await sandbox.control('chaos', { provider: 'stripe', mode: 'normal' });
    await begin(person);
    const payments = await rows(app.dataSource, `select id from payments where user_id = $1`, [person.userId]);
    expect(payments).toHaveLength(1);
  });

  test('of another user cannot be confirmed, and goes to the buyer', async () => {
    const [buyer, thief] = [await app.signIn(), await app.signIn()];
    const { session_id } = await begin(buyer);
    await pay(session_id);
    await expectUnchanged(app.dataSource, async () => {
      const stolen = await confirm(thief, session_id);
      expect([stolen.status, stolen.body.code]).toEqual([404, 'NOT_FOUND']);
    });
    await confirm(buyer, session_id);
    expect([await remaining(buyer), await remaining(thief)]).toEqual([200, 0]);
  });

  test('answers another user as it answers an unknown id, for payment and invoice', async () => {
    const [buyer, stranger] = [await app.signIn(), await app.signIn()];
    const { session_id, payment_id } = await begin(buyer);
    await pay(session_id);
    await confirm(buyer, session_id);
    const [invoice] = await rows<{ id: string }>(app.dataSource, `select id from billing_invoices where user_id = $1`, [
      buyer.userId,
    ]);
    const download = (id: string | undefined, { token }: SignedIn) =>
      app.request('GET', `/subscriptions/invoices/${id}/download`, { token });
    expect((await download(invoice?.id, buyer)).status).toBe(200);
    await expectUnchanged(app.dataSource, async () => {
      for (const id of [invoice?.id, randomUUID()]) expect((await download(id, stranger)).status).toBe(404);
      for (const id of [payment_id, randomUUID()])
        expect((await setStatus(stranger, id, 'cancelled')).status).toBe(404);
    });
  });
});

describe('a card that is declined', () => {
  // Every reason is tried by decline-reasons.proof.db.spec.ts.
  const reasons: [PaymentFailureReason, string][] = [
    ['insufficient_funds', 'insufficient_funds'],
    ['new_account_restricted', 'new_account_information_available'],
  ];
  test.each(drawn(reasons, 2))('for %s is told by that reason, and another card succeeds', async (reason, outcome) => {
    const person = await app.signIn();
    const { session_id, payment_id } = await begin(person);
    await pay(session_id, { outcome });
    const declined = (await confirm(person, session_id)).body.data;
    expect([declined.status, declined.failure_reason]).toEqual(['redirecting', reason]);
    await pay(session_id);
    const paid = (await confirm(person, session_id)).body.data;
    expect([paid.payment_id, paid.status, paid.failure_reason]).toEqual([payment_id, 'success', null]);
  });

  test('and given up is a failure with its reason', async () => {
    const person = await app.signIn();
    const { session_id, payment_id } = await begin(person);
    await pay(session_id, { outcome: 'insufficient_funds' });
    const { body } = await setStatus(person, payment_id, 'cancelled');
    expect([body.data.status, body.data.failure_reason]).toEqual(['failed', 'insufficient_funds']);
  });
});

describe('going back', () => {
  test('closes the session, which then cannot be paid', async () => {
    const person = await app.signIn();
    const { session_id, payment_id } = await begin(person);
    expect((await setStatus(person, payment_id, 'cancelled')).body.data.status).toBe('cancelled');
    await pay(session_id).catch(() => undefined);
    expect((await confirm(person, session_id)).body.data.status).toBe('cancelled');
    expect(await remaining(person)).toBe(0);
  });

  test('after the payment is told the truth', async () => {
    const person = await app.signIn();
    const { session_id, payment_id } = await begin(person);
    await pay(session_id);
    expect((await setStatus(person, payment_id, 'cancelled')).body.data.status).toBe('success');
    expect(await remaining(person)).toBe(200);
  });
});

test('a client that says how a payment ended is not believed', async () => {
  const person = await app.signIn();
  const { payment_id } = await begin(person);
  await expectUnchanged(app.dataSource, async () => {
    for (const said of ['success', 'failed', 'redirecting']) {
      const { status, body } = await setStatus(person, payment_id, said);
      expect([said, status, body.code]).toEqual([said, 409, 'PAYMENT_STATUS_REFUSED']);
    }
  });
});

describe('webhooks', () => {
  const listen = () => sandbox.control('stripe', { webhookUrl: `${app.url}/api/webhooks/stripe` });
  const inbox = () => app.app.get(ProcessInbox, { strict: false }).run();
  // A copy that is still on its way would change the tables of the next test.
  afterEach(async () => {
    await sandbox.control('stripe/deliveries/drain', {});
    await sandbox.control('stripe', { webhookUrl: null, webhookMode: 'normal' });
  });

  test('alone bring the plan, though the success page is never opened', async () => {
    await listen();
    const person = await app.signIn();
    const { session_id } = await begin(person);
    await pay(session_id);
    await sandbox.control('stripe/deliveries/drain', {});
    await until(async () => (await inbox()) === 0 && (await remaining(person)) === 200);
    expect(await rows(app.dataSource, `select event_id from webhook_inbox where state = 'new'`)).toEqual([]);
  });

  test('that come before the session is written bring the plan', async () => {
    await listen();
    const person = await app.signIn();
    const provider = app.app.get(PaymentProviders, { strict: false }).get('stripe');
    const start = provider.startCheckout.bind(provider);
    const early = jest.spyOn(provider, 'startCheckout').mockImplementationOnce(async (order) => {
      const started = await start(order);
      await pay(started.sessionId);
      await sandbox.control('stripe/deliveries/drain', {});
      await until(async () => (await inbox()) === 0 && (await remaining(person)) === 200);
      return started;
    });
    const { session_id } = await begin(person);
    early.mockRestore();
    const { body } = await confirm(person, session_id);
    expect(body.data).toMatchObject({ status: 'success', amount: 9.99 });
    expect(await remaining(person)).toBe(200);
  });

  test.each(['twice', 'shuffled'])('that come %s, beside confirmations, grant once', async (webhookMode) => {
    await listen();
    await sandbox.control('stripe', { webhookMode, webhookDelayMs: 50 });
    const person = await app.signIn();
    const { session_id } = await begin(person);
    await pay(session_id);
    const confirmations = Array.from({ length: 5 }, () => confirm(person, session_id));
    await sandbox.control('stripe/deliveries/drain', {});
    await Promise.all([...confirmations, inbox(), inbox()]);
    await until(async () => (await inbox()) === 0);
    expect(await remaining(person)).toBe(200);
    const grants = await rows(app.dataSource, `select 1 from credit_grants where user_id = $1`, [person.userId]);
    expect(grants).toHaveLength(1);
  });

  test('without a signature, with an empty one or with that of nothing change nothing', async () => {
    const body = { id: 'evt_forged', object: 'event', type: 'invoice.paid', data: { object: {} } };
    const forged: Record<string, string>[] = [{}, { 'stripe-signature': '' }, { 'stripe-signature': 't=1,v1=' }];
    await expectUnchanged(app.dataSource, async () => {
      for (const headers of forged) {
        const answer = await app.post('/webhooks/stripe', { body, headers });
        expect([headers, answer.status, answer.body.code]).toEqual([headers, 400, 'WEBHOOK_SIGNATURE_INVALID']);
      }
    });
  });
});

test.each<[Locale, string]>([
  ['en', 'Choose Pro'],
  ['zh', '选择专业版'],
])('the plans are told in %s', async (locale, buttonText) => {
  const { body } = await app.get<Answer<'subscriptions.plans'>>('/subscriptions/plans', {
    headers: { 'accept-language': locale },
  });
  expect(body.data.map(({ id }) => id)).toEqual(['free', 'plan-pro', 'plan-enterprise']);
  expect(body.data[1]).toMatchObject({ buttonText, providers: ['stripe', 'paypal'], inFlightLimit: 8 });
});

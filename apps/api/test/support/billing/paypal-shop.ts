import type { Answer, PaymentOutcome } from '@app/contracts';
import { approveAtPaypal } from '@app/sandbox';
import { afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { ProcessInbox } from '../../../src/modules/subscriptions/application/sync/process-inbox.js';
import { ReconcileBilling } from '../../../src/modules/subscriptions/application/sync/reconcile-billing.js';
import { InboxWorker } from '../../../src/modules/subscriptions/jobs/inbox-worker.js';
import { Reconciler } from '../../../src/modules/subscriptions/jobs/reconciler.js';
import { PaymentProviders } from '../../../src/modules/subscriptions/providers/payment-providers.js';
import { RemoveAccount } from '../../../src/modules/users/application/remove-account.js';
import { row, rows } from '../../../src/platform/database/rows.js';
import { useApp, type Answered, type SignedIn } from '../app.js';
import { expectInvariants } from '../credits/invariants.js';
import { useSandbox } from '../sandbox.js';
import { until } from '../timing/until.js';
import { useWebhookReceiver } from '../webhooks/webhook-receiver.js';

const never = new AbortController().signal;
type Checkout = Answer<'subscriptions.paypalCheckoutSession'>;

/**
 * Gives the test file an application that sells by PayPal, and what people do there. Nothing happens by itself: webhooks
 * have their effect by `deliver`, lost ones by `reconcile`.
 */
export function usePaypalShop() {
  const sandbox = useSandbox();
  const webhooks = useWebhookReceiver();
  const app = useApp({
    env: () => ({ ...sandbox.environment(), PAYPAL_WEBHOOK_URL: webhooks.url, FREE_ALLOWANCE: 'none' }),
  });
  beforeAll(async () => {
    webhooks.forwardTo(`${app.url}/api/webhooks/paypal`);
    await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
    await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
  });
  beforeEach(async () => {
    await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
    await app.app.get(PaymentProviders, { strict: false }).get('paypal').preparePrices();
  });
  afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
  afterEach(() => expectInvariants(app.dataSource));

  const ask = <T>(person: SignedIn, method: string, path: string, body?: object): Promise<Answered<T>> =>
    app.request<T>(method, `/subscriptions${path}`, { token: person.token, ...(body && { body }) });
  const data = async <T>(person: SignedIn, method: string, path: string, body?: object): Promise<T> => {
    const answer = await ask<T>(person, method, path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const begin = (person: SignedIn, planId = 'plan-pro', isAnnual = false): Promise<Checkout> =>
    data<Checkout>(person, 'POST', '/paypal/checkout-session', {
      plan_id: planId,
      is_annual: isAnnual,
      success_url: '/payment/success',
      cancel_url: '/pricing',
    });
  const confirm = (person: SignedIn, session_id: string): Promise<PaymentOutcome> =>
    data<PaymentOutcome>(person, 'POST', '/paypal/confirm-payment-by-session', { session_id });
  const sendWebhooks = (): Promise<unknown> => sandbox.control('paypal/webhooks/flush', {});
  const inbox = (): Promise<number> => app.app.get(ProcessInbox, { strict: false }).run();

  return {
    sandbox,
    app,
    ask,
    data,
    begin,
    confirm,
    inbox,
    buy: async (planId?: string, isAnnual?: boolean) => {
      const person = await app.signIn();
      const { session_id: id, url } = await begin(person, planId, isAnnual);
      await approveAtPaypal(url);
      const paid = await confirm(person, id);
      expect(paid.status).toBe('success');
      return { person, paid, id };
    },
    setStatus: (person: SignedIn, id: string, status: string) =>
      ask<PaymentOutcome>(person, 'PATCH', `/paypal/payments/${id}/status`, { status }),
    my: (person: SignedIn) => data<Answer<'subscriptions.my'>>(person, 'GET', '/my'),
    remaining: async ({ token }: SignedIn): Promise<number> =>
      (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data.remainingCredits,
    planOf: async ({ userId }: SignedIn): Promise<string | undefined> =>
      (await row<{ plan: string }>(app.dataSource, `select plan from users where id = $1`, [userId]))?.plan,
    historyOf: async (person: SignedIn) =>
      (await data<Answer<'subscriptions.history'>>(person, 'GET', '/history')).data
        .map(({ kind }) => kind)
        .toReversed(),
    paymentsOf: async (person: SignedIn) =>
      (await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments')).data.map(({ kind, status }) => [
        kind,
        status,
      ]),
    /** PayPal's id of the latest payment. */
    saleOf: async ({ userId }: SignedIn): Promise<string> => {
      const text = `select provider_payment_id as id from payments where user_id = $1 order by paid_at desc limit 1`;
      return (await row<{ id: string }>(app.dataSource, text, [userId]))?.id ?? '';
    },
    /** Of a removed account; whether nothing is left. */
    eraseRest: ({ userId }: SignedIn): Promise<boolean> =>
      app.app.get(RemoveAccount, { strict: false }).finish(userId, never),
    /** Turns the clock of the sandbox and that of billing. */
    advance: async (seconds: number): Promise<void> => {
      await sandbox.control('clock/advance', { ms: seconds * 1000 });
      await rows(app.dataSource, `update billing_clock set shift_seconds = shift_seconds + $1`, [seconds]);
    },
    reconcile: async (): Promise<void> => {
      await app.app.get(ReconcileBilling, { strict: false }).run(never, 0);
      await inbox();
    },
    /** To the inbox, where they have no effect yet. */
    sendWebhooks,
    deliver: async (): Promise<void> => {
      await sendWebhooks();
      await until(async () => (await inbox()) === 0);
    },
  };
}

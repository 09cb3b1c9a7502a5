import { PAID_PLANS, priceCents } from '@app/contracts';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { addMonths } from '../../src/modules/subscriptions/domain/grant-months.js';
import type { PlanChoice } from '../../src/modules/subscriptions/domain/plan-change.js';
import { isOpen } from '../../src/modules/subscriptions/domain/subscription-access.js';
import type {
  InvoiceSnapshot,
  PaymentProvider,
  StartedCheckout,
  SubscriptionSnapshot,
} from '../../src/modules/subscriptions/providers/payment-provider.port.js';
import type { PaymentWorld } from '../support/billing/payment-worlds.js';
import type { TestSandbox } from '../support/sandbox.js';
import type { WebhookReceiver } from '../support/webhooks/webhook-receiver.js';

const DAY_MS = 86_400_000;
const MONTHLY: PlanChoice = { plan: 'pro', isAnnual: false };
const RETURNS = { successUrl: 'http://localhost:3000/a', cancelUrl: 'http://localhost:3000/b', locale: 'en' } as const;
const NO_DETAILS = { company: '', tax_id: '', address: '' };
const CHOICES = PAID_PLANS.flatMap((plan) => [
  { plan, isAnnual: false },
  { plan, isAnnual: true },
]);

/** What every payment provider must do, at a sandbox of its service. */
export function paymentProviderContract(world: PaymentWorld, sandbox: TestSandbox, webhooks: WebhookReceiver): void {
  let provider: PaymentProvider;
  let shiftMs = 0;
  beforeEach(async () => {
    shiftMs = 0;
    provider = world.create(2_500);
    await provider.preparePrices();
  });
  const advance = async (ms: number): Promise<void> => {
    shiftMs += ms;
    await sandbox.control('clock/advance', { ms });
  };
  const start = async (choice = MONTHLY, paymentId: string = randomUUID()) => {
    const userId = randomUUID();
    const customerId = await provider.createCustomer({ userId, email: null, name: 'Ada' });
    const order = { ...RETURNS, ...choice, userId, customerId, paymentId };
    return { order, checkout: await provider.startCheckout(order) };
  };
  const read = async (id: string): Promise<SubscriptionSnapshot> => {
    const snapshot = await provider.readSubscription(id, new Date(Date.now() + shiftMs));
    if (!snapshot) throw new Error(`there is no subscription ${id}`);
    return snapshot;
  };
  const subscriptionOf = async ({ sessionId }: StartedCheckout): Promise<SubscriptionSnapshot> =>
    read((await provider.readCheckout(sessionId))?.subscriptionId ?? '');
  const buy = async (choice = MONTHLY): Promise<SubscriptionSnapshot> => {
    const { checkout } = await start(choice);
    await world.pay(checkout);
    return subscriptionOf(checkout);
  };
  const paymentOf = ({ invoices }: SubscriptionSnapshot): NonNullable<InvoiceSnapshot['payment']> => {
    const payment = invoices.at(-1)?.payment;
    if (!payment) throw new Error('there is no payment');
    return payment;
  };
  const paid = ({ invoices }: SubscriptionSnapshot) => invoices.filter(({ status }) => status === 'paid');

  describe(`payment provider: ${world.id}`, () => {
    test('creates what it sells once', async () => {
      expect(await provider.preparePrices()).toEqual([]);
      expect(await world.create(2_500).preparePrices()).toEqual([]);
    });

    test('starts one checkout for one payment, which is open until it is paid', async () => {
      const { order, checkout } = await start();
      expect(await provider.startCheckout(order)).toMatchObject({ sessionId: checkout.sessionId, url: checkout.url });
      expect(await provider.readCheckout(checkout.sessionId)).toMatchObject({
        purpose: 'subscription',
        state: 'open',
        userId: order.userId,
        paymentId: order.paymentId,
        subscriptionId: null,
      });
      const { checkout: other } = await start();
      expect(other.sessionId).not.toBe(checkout.sessionId);
    });

    test('ends a checkout that nobody pays for a day', async () => {
      const { checkout } = await start();
      const now = Date.now() + DAY_MS + 60_000;
      jest.spyOn(Date, 'now').mockImplementation(() => now);
      const ended = await provider.readCheckout(checkout.sessionId).finally(() => jest.restoreAllMocks());
      expect(ended).toMatchObject({ state: 'expired', subscriptionId: null });
    });

    test('sells each plan, for a month and for a year, at our price for its period', async () => {
      for (const choice of CHOICES) {
        const { order, checkout } = await start(choice);
        await world.pay(checkout);
        const snapshot = await subscriptionOf(checkout);
        const { userId, paymentId, customerId } = order;
        expect(snapshot).toMatchObject({ ...choice, userId, paymentId, customerId, status: 'active', pending: null });
        expect(snapshot.cancelAtPeriodEnd).toBe(false);
        expect(snapshot.periodEnd).toEqual(addMonths(snapshot.periodStart, choice.isAnnual ? 12 : 1));
        const { periodStart, periodEnd } = snapshot;
        const amountCents = priceCents(choice.plan, choice.isAnnual);
        expect(snapshot.invoices).toMatchObject([
          { reason: 'start', status: 'paid', ...choice, amountCents, periodStart, periodEnd },
        ]);
        expect(paymentOf(snapshot)).toMatchObject({ state: 'paid', refundedCents: 0, isDisputed: false });
        expect(await provider.findSubscriptionOfPayment(paymentOf(snapshot).id)).toBe(snapshot.id);
      }
    });

    test('brings nothing for a payment that is refused, and tells a reason', async () => {
      const { checkout } = await start();
      await world.payRefused(checkout);
      const known = await provider.readCheckout(checkout.sessionId);
      const subscription = known?.subscriptionId ? await subscriptionOf(checkout) : null;
      expect(subscription === null || !isOpen(subscription.status)).toBe(true);
      const reason = subscription ? paymentOf(subscription).failureReason : known?.failureReason;
      expect(reason).toBe('generic_decline');
    });

    test('renews by the clock, each period beginning where the last one ended', async () => {
      let before = await buy();
      const { anchoredAt, id } = before;
      for (let month = 1; month <= 3; month += 1) {
        await advance(before.periodEnd.getTime() - Date.now() - shiftMs + 2 * 3_600_000);
        const after = await read(id);
        expect(after).toMatchObject({ status: 'active', anchoredAt, periodStart: before.periodEnd });
        expect(after.periodEnd).toEqual(addMonths(anchoredAt, month + 1));
        expect(after.invoices.at(-1)).toMatchObject({ reason: 'renewal', status: 'paid', amountCents: 999 });
        expect(paid(after)).toHaveLength(month + 1);
        before = after;
      }
    });

    test('tells a renewal that is refused, and the one that succeeds later', async () => {
      const bought = await buy();
      await world.refuseRenewals(bought, true);
      await advance(32 * DAY_MS);
      const failed = await read(bought.id);
      expect(failed).toMatchObject({ status: 'past_due', periodStart: bought.periodEnd });
      expect(failed.invoices.at(-1)).toMatchObject({ reason: 'renewal', status: 'open', paidAt: null });
      expect(paymentOf(failed)).toMatchObject({ state: 'failed', failureReason: 'generic_decline' });
      await world.refuseRenewals(bought, false);
      await advance(6 * DAY_MS);
      const repaired = await read(bought.id);
      expect(repaired).toMatchObject({ status: 'active', periodStart: bought.periodEnd });
      expect(paid(repaired)).toHaveLength(2);
      expect(repaired.invoices.filter(({ status }) => status === 'open')).toEqual([]);
    });

    test('cancels at the end of the period, takes that back, and then ends', async () => {
      const { id } = await buy();
      await provider.cancelAtPeriodEnd(id);
      expect(await read(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, canceledAt: expect.any(Date) });
      await provider.resume(id);
      expect(await read(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
      await provider.cancelAtPeriodEnd(id);
      await advance(32 * DAY_MS);
      const ended = await read(id);
      expect([ended.status, paid(ended).length]).toEqual(['canceled', 1]);
      if (ended.billing === 'must_stop') await provider.cancelNow(id);
      expect((await read(id)).billing).toBe('stopped');
    });

    test('renews what was cancelled and resumed', async () => {
      const { id } = await buy();
      await provider.cancelAtPeriodEnd(id);
      await provider.resume(id);
      await advance(32 * DAY_MS);
      expect(paid(await read(id))).toHaveLength(2);
    });

    test('cancels at once, and a second time without effect', async () => {
      const { id } = await buy();
      await provider.cancelNow(id);
      await provider.cancelNow(id);
      expect((await read(id)).status).toBe('canceled');
      await advance(32 * DAY_MS);
      expect(paid(await read(id))).toHaveLength(1);
    });

    test.each<[PlanChoice, PlanChoice]>([
      [{ plan: 'enterprise', isAnnual: false }, MONTHLY],
      [MONTHLY, { plan: 'pro', isAnnual: true }],
    ])('changes %j into %j at the end of the period, and not before', async (from, wanted) => {
      const { id, periodEnd } = await buy(from);
      await world.agree(await provider.scheduleChange(id, wanted, RETURNS));
      const waiting = await read(id);
      expect(waiting).toMatchObject({ ...from, pending: wanted, periodEnd });
      expect(paid(waiting)).toHaveLength(1);
      await advance(32 * DAY_MS);
      const changed = await read(id);
      expect(changed).toMatchObject({ ...wanted, pending: null, periodStart: periodEnd });
      expect(changed.invoices.at(-1)).toMatchObject({
        ...wanted,
        amountCents: priceCents(wanted.plan, wanted.isAnnual),
        periodEnd: addMonths(periodEnd, wanted.isAnnual ? 12 : 1),
      });
    });

    test('takes a change back that has not come yet', async () => {
      const { id } = await buy();
      await world.agree(await provider.scheduleChange(id, { plan: 'enterprise', isAnnual: true }, RETURNS));
      await world.agree(await provider.scheduleChange(id, MONTHLY, RETURNS));
      expect((await read(id)).pending).toBeNull();
    });

    test('refunds the whole of a payment, once for one key', async () => {
      const bought = await buy();
      const { id } = paymentOf(bought);
      expect([await provider.refund(id, 'refund:1'), await provider.refund(id, 'refund:1')]).toEqual([true, true]);
      expect(paymentOf(await read(bought.id))).toMatchObject({ state: 'paid', refundedCents: 999 });
    });

    test('tells a dispute, and that it was won', async () => {
      const bought = await buy();
      const { win } = await world.dispute(paymentOf(bought).id);
      expect(paymentOf(await read(bought.id)).isDisputed).toBe(true);
      await win();
      expect(paymentOf(await read(bought.id)).isDisputed).toBe(false);
    });

    test('gives the file of an invoice', async () => {
      const { invoices } = await buy();
      const file = await provider.readInvoiceFile(invoices[0]?.id ?? '', NO_DETAILS);
      expect(file && (await text(file.content))).toMatch(/^%PDF-/);
    });

    test('has nothing for ids that it does not know', async () => {
      const unknown = `unknown${randomUUID().slice(0, 8)}`;
      expect(await provider.readCheckout(unknown)).toBeNull();
      expect(await provider.readSubscription(unknown, new Date())).toBeNull();
      expect(await provider.findSubscriptionOfPayment(unknown)).toBeNull();
      expect(await provider.findSubscriptionOfPayment('../../billing/plans')).toBeNull();
      expect(await provider.readInvoiceFile(unknown, NO_DETAILS)).toBeNull();
      const changes = [
        () => provider.scheduleChange(unknown, MONTHLY, RETURNS),
        () => provider.previewUpgrade(unknown, MONTHLY),
        () => provider.upgrade(unknown, MONTHLY, { key: unknown }),
      ];
      for (const change of provider.upgradesAtOnce ? changes : changes.slice(0, 1))
        await expect(change()).rejects.toMatchObject({ code: 'SUBSCRIPTION_UNKNOWN' });
    });

    test('reads genuine webhooks, the same each time, and no other', async () => {
      const { id } = await buy();
      await world.sendWebhooks();
      const events = await Promise.all(
        webhooks.received.map(async ({ body, headers }) => {
          const event = await provider.readWebhook(body, headers);
          expect(await provider.readWebhook(body, headers)).toEqual(event);
          return event;
        }),
      );
      expect(events).toContainEqual(expect.objectContaining({ subject: { kind: 'subscription', id } }));
      const [{ body, headers } = { body: Buffer.from(''), headers: {} }] = webhooks.received;
      const forged: [Buffer, typeof headers][] = [
        [Buffer.from(body.toString().replace(/("id": ?")/, '$1x')), headers],
        [Buffer.from('not json'), headers],
        [Buffer.alloc(0), headers],
        [body, {}],
        [body, webhooks.received.at(-1)?.headers ?? {}],
      ];
      for (const [forgedBody, forgedHeaders] of forged)
        await expect(provider.readWebhook(forgedBody, forgedHeaders)).rejects.toMatchObject({
          code: 'WEBHOOK_SIGNATURE_INVALID',
        });
    });

    test('lists events whose webhook was lost', async () => {
      const { id } = await buy();
      const events = await provider.listEvents(new Date(Date.now() - 60_000));
      expect(events.map(({ subject }) => subject)).toContainEqual({ kind: 'subscription', id });
      expect(await provider.listEvents(new Date(Date.now() + DAY_MS))).toEqual([]);
    });

    test('says that the service is unavailable while it is down, slow or answers errors', async () => {
      const bought = await buy();
      const hasty = world.create(150);
      const calls = [
        () => hasty.readSubscription(bought.id, new Date()),
        () => hasty.readCheckout(bought.id),
        () => hasty.cancelNow(bought.id),
        () => hasty.resume(bought.id),
        () => hasty.refund(paymentOf(bought).id, 'refund:2'),
        () => hasty.listEvents(new Date()),
        () => hasty.preparePrices(),
      ];
      for (const mode of ['down', 'slow', 'error']) {
        await sandbox.control('chaos', { provider: world.id, mode, delayMs: 60_000 });
        const refusals = calls.map((call) => expect(call()).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' }));
        await Promise.all(refusals);
      }
      await sandbox.control('chaos', { provider: world.id, mode: 'normal' });
      expect(await provider.readSubscription(bought.id, new Date())).toMatchObject({ status: 'active' });
    });
  });
}

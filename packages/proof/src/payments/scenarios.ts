import type { OneBilling } from '@app/api/test-support/one-billing';
import { randomUUID } from 'node:crypto';
import { runInProcess } from './billing-process.js';
import { BOUGHT, checkout, NOTHING, pay, subscribe, upgrade } from './buyers.js';
import { query, subscriptionsOf, type Buyer, type Facts } from './facts.js';
import { PLANNED_CHANGE_SCENARIOS } from './planned-change-scenarios.js';
import type { Scenario } from './scenario.js';

const PRO = { plan: 'pro', isAnnual: false } as const;
const ENTERPRISE = { plan: 'enterprise', isAnnual: false } as const;
const never = new AbortController().signal;

const UPGRADED: Facts = { ...BOUGHT, plan: 'enterprise', units: 4999, grants: 2, charges: 2 };
const REFUNDED = { plan: 'free', open: 0, refunds: 1 } as const;

const webhook = (use: OneBilling, subject: { kind: string; id: string }) =>
  use.webhooks.run(
    use.providerId,
    Buffer.from(JSON.stringify({ id: `evt_${randomUUID()}`, type: 'test', subject, body: {} })),
    {},
  );

/** Has a plan that was bought `months` and two hours ago. */
async function subscribedSince(buyer: Buyer, months: number): Promise<string> {
  const { world, userId } = buyer;
  const customerId = `cus_${userId}`;
  await query(buyer, `insert into billing_customers (provider, user_id, provider_customer_id) values ($1, $2, $3)`, [
    world.provider.id,
    userId,
    customerId,
  ]);
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() - months);
  at.setTime(at.getTime() - 7_200_000);
  const { id } = world.provider.subscribe({ userId, customerId }, PRO, { at });
  await runInProcess(world, (use) => use.sync.run(use.providerId, id));
  return id;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a checkout is begun',
    prepare: (buyer) => Promise.resolve((use) => checkout(buyer, use)),
    recover: (use, operate) => operate(use),
    expected: { ...NOTHING, payments: ['checkout redirecting'], sessions: 1 },
  },
  {
    name: 'a payment is confirmed',
    prepare: async (buyer) => {
      const sessionId = await pay(buyer);
      return (use) => use.confirm.bySession(buyer.userId, use.providerId, sessionId);
    },
    expected: BOUGHT,
  },
  {
    name: 'a webhook arrives and has its effect',
    prepare: async (buyer) => {
      const id = await pay(buyer);
      return async (use) => {
        await webhook(use, { kind: 'checkout', id });
        await use.inbox.run();
      };
    },
    expected: BOUGHT,
  },
  {
    name: 'the reconciler finds a payment',
    prepare: async (buyer) => {
      await pay(buyer);
      return (use) => use.reconcile.run(never, 0);
    },
    expected: BOUGHT,
  },
  {
    name: 'a renewal is applied',
    prepare: async (buyer) => {
      const id = await subscribedSince(buyer, 1);
      buyer.world.provider.renew(id);
      return async (use) => {
        await webhook(use, { kind: 'subscription', id });
        await use.inbox.run();
      };
    },
    recover: (use) => use.inbox.run(),
    expected: {
      ...BOUGHT,
      grants: 2,
      sessions: 0,
      charges: 2,
      payments: ['checkout success', 'renewal success'],
    },
  },
  {
    name: 'a plan is upgraded',
    prepare: async (buyer) => {
      await subscribe(buyer);
      return (use) => upgrade(buyer, use);
    },
    recover: async (use, operate) => {
      await use.reconcile.run(never, 0);
      await operate(use);
    },
    expected: { ...UPGRADED, payments: ['checkout success', 'upgrade success'] },
  },
  ...PLANNED_CHANGE_SCENARIOS,
  {
    name: 'a plan is cancelled',
    prepare: async (buyer) => {
      await subscribe(buyer);
      return (use) => use.cancellation.cancel(buyer.userId, 'other');
    },
    expected: BOUGHT,
  },
  {
    name: 'a payment is refunded',
    prepare: async (buyer) => {
      const { paymentId } = await subscribe(buyer);
      return (use) => use.refund.run(buyer.userId, paymentId);
    },
    // After a fault before the claim nothing has happened, and the person asks again.
    recover: (use, operate) => operate(use),
    expected: { ...BOUGHT, ...REFUNDED, units: 0, payments: ['checkout refunded'] },
  },
  {
    name: 'an upgrade is refunded',
    prepare: async (buyer) => {
      await subscribe(buyer);
      await runInProcess(buyer.world, (use) => upgrade(buyer, use));
      const paid = `select id from payments where user_id = $1 and kind = 'upgrade'`;
      const [{ id = '' } = {}] = await query<{ id?: string }>(buyer, paid, [buyer.userId]);
      return (use) => use.refund.run(buyer.userId, id);
    },
    recover: (use, operate) => operate(use),
    expected: { ...UPGRADED, ...REFUNDED, units: 2000, payments: ['checkout success', 'upgrade refunded'] },
  },
  {
    name: 'a second subscription is undone',
    prepare: async (buyer) => {
      await subscribe(buyer);
      const { world, userId } = buyer;
      const second = world.provider.subscribe({ userId, customerId: `cus_${userId}` }, ENTERPRISE);
      return (use) => use.sync.run(use.providerId, second.id);
    },
    recover: async (use, operate) => {
      await use.reconcile.run(never, 0);
      await operate(use);
    },
    expected: {
      ...BOUGHT,
      charges: 2,
      refunds: 1,
      payments: ['checkout refunded', 'checkout success'],
    },
  },
  {
    name: 'a renewal that was paid after the end is paid back',
    prepare: async (buyer) => {
      const { world } = buyer;
      const { id } = await subscribe(buyer);
      world.provider.renew(id, { paid: false });
      await runInProcess(world, (use) => use.sync.run(use.providerId, id));
      await world.provider.cancelNow(id);
      world.provider.payLate(id);
      return (use) => use.sync.run(use.providerId, id);
    },
    recover: (use, operate) => operate(use),
    // The month that was paid goes on.
    expected: { ...BOUGHT, ...REFUNDED, charges: 2, payments: ['checkout success', 'renewal refunded'] },
  },
  {
    name: 'an account is removed',
    prepare: async (buyer) => {
      const { userId } = buyer;
      await subscribe(buyer);
      await query(buyer, `update users set deleted_at = now() where id = $1`, [userId]);
      return (use) => use.erase.eraseAfterCommit(userId, never);
    },
    recover: (use, operate) => operate(use),
    // Its plan stays as it was, on a row that nobody can use.
    expected: { ...BOUGHT, open: 0 },
  },
];

interface Ending {
  /** Webhooks come before the reconciler; otherwise they are lost. */
  isTold: boolean;
  operate: (use: OneBilling) => Promise<unknown>;
}

/** Lets a minute pass: events that a crashed process had taken are due again, and the reconciler has its turn. */
export async function settle(buyer: Buyer, scenario: Scenario, { isTold, operate }: Ending): Promise<void> {
  const { world } = buyer;
  for (const { id } of isTold ? subscriptionsOf(buyer) : [])
    await runInProcess(world, (use) => use.sync.run(use.providerId, id));
  await query(buyer, `update webhook_inbox set due_at = now() where state = 'new'`);
  await runInProcess(world, (use) => use.reconcile.run(never, 0));
  await runInProcess(world, (use) => use.inbox.run());
  const { recover } = scenario;
  // The person may be told that there is nothing left to do.
  if (recover) await runInProcess(world, (use) => recover(use, operate).catch(() => undefined));
  await runInProcess(world, (use) => use.reconcile.run(never, 0));
}

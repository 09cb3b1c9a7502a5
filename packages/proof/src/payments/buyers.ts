import { createUser } from '@app/api/test-support/credits';
import type { OneBilling } from '@app/api/test-support/one-billing';
import { retryWhenLost } from '../simulation/retry.js';
import { runInProcess, type World } from './billing-process.js';
import { sessionsOf, subscriptionsOf, type Buyer, type Facts } from './facts.js';

const ADDRESSES = { success_url: '/payment/success', cancel_url: '/pricing' };
export const RETURNS = {
  successUrl: 'http://localhost:3000/profile',
  cancelUrl: 'http://localhost:3000/profile',
  locale: 'en',
} as const;

export const NOTHING: Facts = {
  plan: 'free',
  units: 0,
  debt: 0,
  grants: 0,
  payments: [],
  sessions: 0,
  open: 0,
  charges: 0,
  refunds: 0,
  planned: [],
};
export const BOUGHT: Facts = {
  ...NOTHING,
  plan: 'pro',
  units: 2000,
  grants: 1,
  payments: ['checkout success'],
  sessions: 1,
  open: 1,
  charges: 1,
};

export async function newBuyer(world: World): Promise<Buyer> {
  return { world, userId: await retryWhenLost(() => createUser(world.dataSource)) };
}

/** Connections that a crash has broken may still be in the pool. */
export const checkout = ({ userId }: Buyer, use: OneBilling): Promise<unknown> =>
  use.checkout.run({ userId, locale: 'en' }, use.providerId, { plan_id: 'plan-pro', is_annual: false, ...ADDRESSES });

export const upgrade = ({ userId }: Buyer, use: OneBilling) =>
  use.change.run(userId, { plan_id: 'plan-enterprise' }, RETURNS);

/** Paid at the provider, and nothing of it known here yet. */
export async function pay(buyer: Buyer): Promise<string> {
  const { world } = buyer;
  await runInProcess(world, (use) => checkout(buyer, use));
  const sessionId = sessionsOf(buyer)[0]?.sessionId ?? '';
  world.provider.pay(sessionId);
  return sessionId;
}

/** Has a plan whose first read is over. */
export async function subscribe(buyer: Buyer): Promise<{ id: string; paymentId: string }> {
  const sessionId = await pay(buyer);
  const { world, userId } = buyer;
  await runInProcess(world, (use) => use.confirm.bySession(userId, use.providerId, sessionId));
  return { id: subscriptionsOf(buyer)[0]?.id ?? '', paymentId: sessionsOf(buyer)[0]?.paymentId ?? '' };
}

import { paymentOf, type Plan } from '../catalog/plan.js';
import type { Funding, Payer } from '../funding.js';
import { emitOrder } from '../orders/capture.js';
import type { Amount } from '../money.js';
import { applyRevision, begin, planOf, setStatus } from '../subscriptions/lifecycle.js';
import { nextPayment, type Subscription } from '../subscriptions/subscription.js';
import type { World } from '../world.js';

/** What a person is asked to agree to on a page of PayPal's. */
export interface Approval {
  kind: 'order' | 'subscription' | 'revision';
  merchant: string | undefined;
  /** What it costs: once, or by the phases of a plan. */
  prices: { label?: string | undefined; amount: Amount; cycle?: Plan['cycles'][number] }[];
  /** When the price of a revision begins to count. */
  startsAt?: number | undefined;
  payer?: Payer | undefined;
  /** What was chosen before. */
  funding: Funding;
  wasChosen: boolean;
  paysNow: boolean;
  /** @returns where the browser goes, if the application said so */
  approve(payer: Payer, funding: Funding): string | undefined;
  /** Where the browser goes without consent. */
  cancelUrl: string | undefined;
}

const withQuery = (address: string | undefined, parameters: Record<string, string>): string | undefined => {
  if (address === undefined) return undefined;
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

export function findOrderApproval(world: World, token: string): Approval | undefined {
  const order = world.orders.value.find(({ id }) => id === token);
  if (!order || order.status === 'COMPLETED' || order.status === 'VOIDED') return undefined;
  return {
    kind: 'order',
    merchant: order.brand,
    prices: order.units.map(({ description, amount }) => ({ label: description, amount })),
    payer: order.payer,
    funding: order.funding,
    wasChosen: order.status === 'APPROVED',
    paysNow: order.paysNow,
    approve: (payer, funding) => {
      world.orders.update(() => Object.assign(order, { status: 'APPROVED', payer, funding, updatedAt: world.now() }));
      emitOrder(world, order, 'CHECKOUT.ORDER.APPROVED');
      return withQuery(order.returnUrl, { token, PayerID: payer.id });
    },
    cancelUrl: withQuery(order.cancelUrl, { token }),
  };
}

export function findSubscriptionApproval(world: World, token: string): Approval | undefined {
  const subscription = world.subscriptions.value.find(({ page }) => page.token === token);
  if (subscription?.status !== 'APPROVAL_PENDING') return undefined;
  const { page, id } = subscription;
  const parameters = { subscription_id: id, ba_token: token, token };
  return {
    ...termsOf(subscription, planOf(world, subscription)),
    kind: 'subscription',
    merchant: page.brand,
    approve: (payer, funding) => {
      world.subscriptions.update(() => Object.assign(subscription, { payer, funding }));
      if (subscription.activatesItself) begin(world, subscription);
      else setStatus(world, subscription, { status: 'APPROVED' });
      return withQuery(page.returnUrl, parameters);
    },
    cancelUrl: withQuery(page.cancelUrl, parameters),
  };
}

export function findRevisionApproval(world: World, token: string): Approval | undefined {
  const subscription = world.subscriptions.value.find(({ revision }) => revision?.token === token);
  const revision = subscription?.revision;
  if (!subscription || !revision || subscription.status === 'CANCELLED') return undefined;
  const parameters = { subscription_id: subscription.id, ba_token: token, token };
  return {
    ...termsOf(subscription, planOf(world, revision)),
    kind: 'revision',
    merchant: revision.brand,
    startsAt: nextPayment(subscription, planOf(world, subscription))?.at,
    approve: (payer, funding) => {
      world.subscriptions.update(() => Object.assign(subscription, { payer, funding }));
      applyRevision(world, subscription);
      return withQuery(revision.returnUrl, parameters);
    },
    cancelUrl: withQuery(revision.cancelUrl, parameters),
  };
}

function termsOf({ payer, funding, startAt }: Subscription, plan: Plan) {
  const first = paymentOf(plan, startAt, 0);
  return {
    prices: plan.cycles.map((cycle) => ({
      label: cycle === first?.cycle ? plan.name : undefined,
      amount: cycle.price,
      cycle,
    })),
    payer,
    funding,
    wasChosen: payer !== undefined,
    paysNow: true,
  };
}

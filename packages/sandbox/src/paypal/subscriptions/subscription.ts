import type { Subscription as VendorSubscription } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { WRITE_DELAY_MS } from '../write-delay.js';
import { paymentOf, type Plan } from '../catalog/plan.js';
import { Funding, Payer } from '../funding.js';
import type { Link, Links } from '../links.js';
import { Amount, moneyOf } from '../money.js';
import { timeOf } from '../time.js';
import type { Wire } from '../wire.js';

const Page = z.object({
  /** Stands for the person's consent in the address of the page. */
  token: z.string(),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  brand: z.string().optional(),
});
export type ApprovalPage = z.infer<typeof Page>;

export const Subscription = z.object({
  id: z.string(),
  planId: z.string(),
  customId: z.string().optional(),
  quantity: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  statusNote: z.string().optional(),
  statusAt: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startAt: z.number(),
  page: Page,
  /** Whether approval activates it, or only the application's own call. */
  activatesItself: z.boolean(),
  /** A change of plan that waits for consent. */
  revision: Page.extend({ planId: z.string() }).optional(),
  payer: Payer.optional(),
  funding: Funding,
  /** From where the plan's payments are counted; a change of plan moves it to the next payment. */
  anchorAt: z.number(),
  /** Payments that have come due since the anchor, whether they were made or not. */
  cycles: z.number(),
  /** Payments made under the plan. */
  paidCycles: z.number(),
  /** The first payment is made no earlier, in real time. */
  firstPaymentAfter: z.number().optional(),
  outstanding: Amount,
  failedPayments: z.number(),
  lastPayment: z.object({ amount: Amount, at: z.number() }).optional(),
  lastFailure: z
    .object({
      amount: Amount,
      at: z.number(),
      reason: z.enum(['PAYMENT_DENIED', 'PAYER_CANNOT_PAY', 'PAYER_ACCOUNT_RESTRICTED']),
    })
    .optional(),
  /** The next attempt at a payment that failed, and how many were made. */
  retryAt: z.number().optional(),
  retries: z.number(),
});
export type Subscription = z.infer<typeof Subscription>;
const Subscriptions = z.array(Subscription);
export type Subscriptions = Slice<z.infer<typeof Subscriptions>>;
export const subscriptionSlice: SliceOptions<z.infer<typeof Subscriptions>> = {
  name: 'paypal-subscriptions',
  writeDelayMs: WRITE_DELAY_MS,
  schema: Subscriptions,
  seed: () => [],
};

/** When the next regular payment is due; undefined after the last. */
export const nextPayment = (subscription: Subscription, plan: Plan) =>
  paymentOf(plan, subscription.anchorAt, subscription.cycles);

const PATH = '/v1/billing/subscriptions';

export function linksOf({ id, status, page }: Subscription, links: Links): Link[] {
  const path = `${PATH}/${id}`;
  const always = [links.to('edit', path, 'PATCH'), links.to('self', path)];
  const action = (rel: string) => links.to(rel, `${path}/${rel}`, 'POST');
  switch (status) {
    case 'APPROVAL_PENDING':
      return [links.to('approve', `/webapps/billing/subscriptions?ba_token=${page.token}`), ...always];
    case 'APPROVED':
      return [action('activate'), ...always];
    case 'ACTIVE':
      return [action('cancel'), ...always, action('suspend'), action('capture')];
    case 'SUSPENDED':
      return [action('cancel'), ...always, action('activate'), action('capture')];
    case 'CANCELLED':
    case 'EXPIRED':
      return [links.to('self', path)];
  }
}

export const briefSubscription = (subscription: Subscription, links: Links) =>
  ({
    id: subscription.id,
    status: subscription.status,
    create_time: timeOf(subscription.createdAt),
    links: linksOf(subscription, links),
  }) satisfies Wire<VendorSubscription>;

export function presentSubscription(subscription: Subscription, plan: Plan, links: Links) {
  const { payer, page, status } = subscription;
  const wasApproved = status !== 'APPROVAL_PENDING' && payer !== undefined;
  return {
    ...briefSubscription(subscription, links),
    ...(subscription.statusNote !== undefined && { status_change_note: subscription.statusNote }),
    status_update_time: timeOf(subscription.statusAt),
    plan_id: subscription.planId,
    plan_overridden: false,
    start_time: timeOf(subscription.startAt),
    quantity: subscription.quantity,
    shipping_amount: moneyOf({ cents: 0, currency: subscription.outstanding.currency }),
    ...(wasApproved && {
      subscriber: {
        email_address: payer.email,
        payer_id: payer.id,
        name: { given_name: payer.givenName, surname: payer.surname },
      },
      billing_info: billingInfo(subscription, plan),
    }),
    ...(subscription.customId !== undefined && { custom_id: subscription.customId }),
    ...(page.brand !== undefined && { application_context: { brand_name: page.brand } }),
    update_time: timeOf(subscription.updatedAt),
  } satisfies Wire<VendorSubscription> & { application_context?: object };
}

function billingInfo(subscription: Subscription, plan: Plan) {
  const { lastPayment, lastFailure, retryAt, status, outstanding } = subscription;
  const next = status === 'ACTIVE' || status === 'SUSPENDED' ? nextPayment(subscription, plan) : undefined;
  return {
    outstanding_balance: moneyOf(outstanding),
    cycle_executions: cycleExecutions(subscription, plan),
    ...(lastPayment && { last_payment: { amount: moneyOf(lastPayment.amount), time: timeOf(lastPayment.at) } }),
    ...(next && { next_billing_time: timeOf(next.at) }),
    ...(lastFailure && {
      last_failed_payment: {
        amount: moneyOf(lastFailure.amount),
        time: timeOf(lastFailure.at),
        reason_code: lastFailure.reason,
        ...(retryAt !== undefined && { next_payment_retry_time: timeOf(retryAt) }),
      },
    }),
    failed_payments_count: subscription.failedPayments,
  } satisfies Wire<VendorSubscription>['billing_info'];
}

function cycleExecutions({ paidCycles }: Subscription, { cycles }: Plan) {
  let left = paidCycles;
  return cycles.map(({ tenure, sequence, total }) => {
    const completed = total === 0 ? left : Math.min(left, total);
    left -= completed;
    return {
      tenure_type: tenure,
      sequence,
      cycles_completed: completed,
      cycles_remaining: total === 0 ? 0 : total - completed,
      current_pricing_scheme_version: 1,
      total_cycles: total,
    };
  });
}

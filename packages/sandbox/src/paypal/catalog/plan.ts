import type { BillingPlan } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import type { Link, Links } from '../links.js';
import { Amount, moneyOf } from '../money.js';
import { addIntervals, timeOf } from '../time.js';
import type { Wire } from '../wire.js';

const Cycle = z.object({
  tenure: z.enum(['REGULAR', 'TRIAL']),
  sequence: z.number(),
  unit: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
  count: z.number(),
  /** 0: without end. */
  total: z.number(),
  price: Amount,
});
export type Cycle = z.infer<typeof Cycle>;

export const Plan = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  description: z.string().optional(),
  status: z.enum(['CREATED', 'ACTIVE', 'INACTIVE']),
  /** By sequence. */
  cycles: z.array(Cycle).min(1),
  autoBill: z.boolean(),
  /** Failed payments after which a subscription is suspended; 0: never. */
  failureThreshold: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Plan = z.infer<typeof Plan>;
const Plans = z.array(Plan);
export type Plans = Slice<z.infer<typeof Plans>>;
export const planSlice: SliceOptions<z.infer<typeof Plans>> = { name: 'paypal-plans', schema: Plans, seed: () => [] };

/** The `index`th payment of a plan, the first being 0, for a subscription that began at `start`. */
export function paymentOf(plan: Plan, start: number, index: number): { at: number; cycle: Cycle } | undefined {
  let begin = start;
  let left = index;
  for (const cycle of plan.cycles) {
    if (cycle.total === 0 || left < cycle.total)
      return { at: addIntervals(begin, cycle.unit, left * cycle.count), cycle };
    begin = addIntervals(begin, cycle.unit, cycle.total * cycle.count);
    left -= cycle.total;
  }
  return undefined;
}

export const currencyOf = (plan: Plan): string => plan.cycles[0]?.price.currency ?? 'USD';

const linksOf = ({ id, status }: Plan, links: Links): Link[] => {
  const path = `/v1/billing/plans/${id}`;
  return [
    links.to('self', path),
    links.to('edit', path, 'PATCH'),
    status === 'ACTIVE'
      ? links.to('deactivate', `${path}/deactivate`, 'POST')
      : links.to('activate', `${path}/activate`, 'POST'),
  ];
};

/** As lists and `return=minimal` show it. */
export const briefPlan = (plan: Plan, links: Links) =>
  ({
    id: plan.id,
    product_id: plan.productId,
    name: plan.name,
    status: plan.status,
    ...(plan.description !== undefined && { description: plan.description }),
    create_time: timeOf(plan.createdAt),
    links: linksOf(plan, links),
  }) satisfies Wire<BillingPlan>;

export const wholePlan = (plan: Plan, links: Links) =>
  ({
    ...briefPlan(plan, links),
    billing_cycles: plan.cycles.map(({ tenure, sequence, unit, count, total, price }) => ({
      frequency: { interval_unit: unit, interval_count: count },
      tenure_type: tenure,
      sequence,
      total_cycles: total,
      pricing_scheme: {
        version: 1,
        fixed_price: moneyOf(price),
        create_time: timeOf(plan.createdAt),
        update_time: timeOf(plan.createdAt),
      },
    })),
    payment_preferences: {
      auto_bill_outstanding: plan.autoBill,
      setup_fee: moneyOf({ cents: 0, currency: currencyOf(plan) }),
      setup_fee_failure_action: 'CANCEL',
      payment_failure_threshold: plan.failureThreshold,
    },
    quantity_supported: false,
    update_time: timeOf(plan.updatedAt),
  }) satisfies Wire<BillingPlan>;

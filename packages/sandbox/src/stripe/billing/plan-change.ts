import { invalidRequest, noSuch } from '../api/errors.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { periodCharge, prorationCharge, type Charge, type SubscriptionItem } from './lines.js';
import { intervalOf, isSameInterval, periodEndAfter } from './periods.js';
import { assertFits, buildItem, planOf } from './subscriptions.js';

type Subscription = Stored<'subscription'>;
export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';

export interface ItemChange {
  /** None: one more item. */
  id?: string | undefined;
  price?: Stored<'price'> | undefined;
  quantity?: number | undefined;
  isDeleted?: boolean | undefined;
}

export interface Change {
  items: ItemChange[];
  prorations?: ProrationBehavior | undefined;
  prorationDate?: number | undefined;
  /** Starts a new period now. */
  isAnchoredNow?: boolean | undefined;
}

/** What a change would do, before anything is done. */
export interface PlannedChange {
  items: SubscriptionItem[];
  anchor: number;
  /** Credits and charges for the rest of the period. */
  prorations: Charge[];
  /** Whole periods, if a new one starts now. */
  charges: Charge[];
  isInvoicedNow: boolean;
  at: number;
}

/** @throws ApiFault 400 */
export function planChange(account: StripeAccount, subscription: Subscription, change: Change): PlannedChange {
  const now = account.now();
  const at = prorationTime(subscription, change.prorationDate ?? now);
  const { prorations: behavior = 'create_prorations' } = change;
  const before = subscription.items.data;
  const changed = changedItems(account, subscription, change.items);
  const [first] = changed;
  if (!first) throw invalidRequest('A subscription must have at least one active plan.', { param: 'items' });
  for (const { price } of changed) assertFits(price, first.price);

  const interval = intervalOf(first.price);
  const restarts =
    change.isAnchoredNow === true || before.some(({ price }) => !isSameInterval(intervalOf(price), interval));
  const end = periodEndAfter(now, now, interval);
  const items = restarts
    ? changed.map((item) => ({ ...item, current_period_start: now, current_period_end: end }))
    : changed;
  const credited = before.filter((item) => restarts || !isKept(item, changed));
  const charged = restarts ? [] : changed.filter((item) => !isKept(item, before));
  const prorations =
    behavior === 'none'
      ? []
      : [
          ...credited.map((item) => prorationCharge(account, item, subscription.id, { at, kind: 'unused' })),
          ...charged.map((item) => prorationCharge(account, item, subscription.id, { at, kind: 'remaining' })),
        ];
  return {
    items,
    anchor: restarts ? now : subscription.billing_cycle_anchor,
    prorations,
    charges: restarts ? items.map((item) => periodCharge(account, item, subscription.id)) : [],
    isInvoicedNow: restarts || (behavior === 'always_invoice' && prorations.length > 0),
    at,
  };
}

function prorationTime({ items }: Subscription, at: number): number {
  const [item] = items.data;
  if (item && at >= item.current_period_start && at <= item.current_period_end) return at;
  throw invalidRequest('The `proration_date` must be within the current period of the subscription.', {
    param: 'proration_date',
  });
}

function changedItems(account: StripeAccount, subscription: Subscription, changes: ItemChange[]): SubscriptionItem[] {
  const before = subscription.items.data;
  const unknown = changes.findIndex(({ id }) => id !== undefined && !before.some((item) => item.id === id));
  if (unknown >= 0) throw noSuch('subscription_item', changes[unknown]?.id ?? '', `items[${unknown}][id]`);
  const kept = before.flatMap((item) => {
    const change = changes.find(({ id }) => id === item.id);
    if (change?.isDeleted) return [];
    const price = change?.price ?? item.price;
    return [{ ...item, price, plan: planOf(price), quantity: change?.quantity ?? item.quantity ?? 1 }];
  });
  const period = { start: before[0]?.current_period_start ?? 0, end: before[0]?.current_period_end ?? 0 };
  const added = changes.flatMap(({ id, price, quantity = 1 }, index) => {
    if (id !== undefined) return [];
    if (!price)
      throw invalidRequest(`Missing required param: items[${index}][price].`, {
        code: 'parameter_missing',
        param: `items[${index}][price]`,
      });
    return [buildItem(account, subscription.id, { price, quantity }, period)];
  });
  return [...kept, ...added];
}

const isKept = (item: SubscriptionItem, others: SubscriptionItem[]): boolean =>
  others.some((other) => other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity);

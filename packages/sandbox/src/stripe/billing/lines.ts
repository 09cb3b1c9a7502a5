import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';

export type InvoiceLine = Stored<'invoice'>['lines']['data'][number];
export type SubscriptionItem = Stored<'subscription'>['items']['data'][number];

/** What is to be charged or credited, before it is on an invoice. */
export interface Charge {
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: Stored<'price'>;
  quantity: number;
  subscription: string;
  subscriptionItem: string;
  isProration: boolean;
}

export const amountOf = (price: Stored<'price'>, quantity: number): number => (price.unit_amount ?? 0) * quantity;

export function periodCharge(account: StripeAccount, item: SubscriptionItem, subscription: string): Charge {
  const quantity = item.quantity ?? 1;
  const { interval } = item.price.recurring ?? { interval: 'month' };
  return {
    amount: amountOf(item.price, quantity),
    description: `${quantity} × ${productName(account, item.price)} (at ${money(item.price.unit_amount ?? 0, item.price.currency)} / ${interval})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    price: item.price,
    quantity,
    subscription,
    subscriptionItem: item.id,
    isProration: false,
  };
}

/** The part of a period from `at` on, as a credit for what is not used any more or as a charge for what is used instead. */
export function prorationCharge(
  account: StripeAccount,
  item: SubscriptionItem,
  subscription: string,
  { at, kind }: { at: number; kind: 'unused' | 'remaining' },
): Charge {
  const { current_period_start: start, current_period_end: end } = item;
  const quantity = item.quantity ?? 1;
  const share = Math.round((amountOf(item.price, quantity) * (end - at)) / (end - start));
  const name = `${quantity > 1 ? `${quantity} × ` : ''}${productName(account, item.price)}`;
  return {
    amount: kind === 'unused' ? -share : share,
    description: `${kind === 'unused' ? 'Unused' : 'Remaining'} time on ${name} after ${dayOf(at)}`,
    period: { start: at, end },
    price: item.price,
    quantity,
    subscription,
    subscriptionItem: item.id,
    isProration: true,
  };
}

export function lineOf(charge: Charge, invoice: string | null, invoiceItem: string | null = null): InvoiceLine {
  const { price } = charge;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: charge.amount,
    currency: price.currency,
    description: charge.description,
    discount_amounts: [],
    discountable: !charge.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: invoiceItem,
        proration: charge.isProration,
        proration_details: charge.isProration ? { credited_items: null } : null,
        subscription: charge.subscription,
        subscription_item: charge.subscriptionItem,
      },
    },
    period: charge.period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(charge.isProration ? charge.amount / charge.quantity : price.unit_amount),
    },
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    subscription: charge.subscription,
    subtotal: charge.amount,
    taxes: [],
  };
}

/** Keeps a charge for the next invoice. */
export function addPendingItem(account: StripeAccount, charge: Charge, customer: string): Stored<'invoiceitem'> {
  return account.create(
    'invoiceitem',
    {
      id: newId('ii'),
      object: 'invoiceitem',
      amount: charge.amount,
      currency: charge.price.currency,
      customer,
      customer_account: null,
      date: account.now(),
      description: charge.description,
      discountable: false,
      discounts: [],
      invoice: null,
      livemode: false,
      metadata: {},
      net_amount: charge.amount,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: charge.subscription, subscription_item: charge.subscriptionItem },
      },
      period: charge.period,
      pricing: {
        type: 'price_details',
        price_details: { price: charge.price.id, product: charge.price.product },
        unit_amount_decimal: String(charge.amount / charge.quantity),
      },
      proration: true,
      proration_details: { credited_items: null, discount_amounts: [] },
      quantity: charge.quantity,
      quantity_decimal: String(charge.quantity),
      tax_rates: [],
      test_clock: null,
    },
    'invoiceitem.created',
  );
}

/** What waits for the next invoice of a subscription. */
export const pendingItems = (account: StripeAccount, subscription: string): Stored<'invoiceitem'>[] =>
  account.objects
    .list('invoiceitem')
    .filter(({ invoice, parent }) => invoice === null && parent?.subscription_details?.subscription === subscription);

export const chargeOfItem = (account: StripeAccount, item: Stored<'invoiceitem'>): Charge => ({
  amount: item.amount,
  description: item.description ?? '',
  period: item.period,
  price: account.objects.get('price', item.pricing?.price_details?.price),
  quantity: item.quantity,
  subscription: item.parent?.subscription_details?.subscription ?? '',
  subscriptionItem: item.parent?.subscription_details?.subscription_item ?? '',
  isProration: item.proration,
});

export const productName = (account: StripeAccount, price: Stored<'price'>): string =>
  account.objects.find('product', price.product)?.name ?? price.nickname ?? price.id;

/** `$9.99`, or `9.99 EUR` for other currencies. */
export const money = (amount: number, currency: string): string => {
  const text = (Math.abs(amount) / 100).toFixed(2);
  const sign = amount < 0 ? '-' : '';
  return currency === 'usd' ? `${sign}$${text}` : `${sign}${text} ${currency.toUpperCase()}`;
};

export const dayOf = (time: number): string =>
  new Date(time * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

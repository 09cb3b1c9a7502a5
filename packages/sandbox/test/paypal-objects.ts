import type {
  BillingPlan,
  Order,
  Subscription,
  SubscriptionTransactionDetails,
  TransactionsList,
} from '@paypal/paypal-server-sdk';
import { approveAtPaypal, type PaypalChoice } from '../src/paypal/pages/visit.js';
import type { Wire } from '../src/paypal/wire.js';
import { linkOf, type PaypalClient } from './paypal.js';

export const RETURN_URL = 'http://127.0.0.1:3000/payment/success';
export const CANCEL_URL = 'http://127.0.0.1:3000/payment/failed';
const ADDRESSES = { return_url: RETURN_URL, cancel_url: CANCEL_URL };

export const monthly = (value = '9.90') => ({
  tenure_type: 'REGULAR',
  sequence: 1,
  total_cycles: 0,
  frequency: { interval_unit: 'MONTH', interval_count: 1 },
  pricing_scheme: { fixed_price: { currency_code: 'USD', value } },
});

export const orderBody = (changes: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id: 'payment-1', amount: { currency_code: 'USD', value: '9.90' } }],
  application_context: { brand_name: 'Lumina', user_action: 'PAY_NOW', ...ADDRESSES },
  ...changes,
});

/** The objects that a test starts from, made by the calls of an application. */
export function paypalObjects(paypal: PaypalClient) {
  const product = async () =>
    (await paypal.post<{ id: string }>('/v1/catalogs/products', { name: 'Lumina', type: 'SERVICE' })).body;
  const plan = async (changes: object = {}) => {
    const body = {
      product_id: (await product()).id,
      name: 'pro_monthly',
      billing_cycles: [monthly()],
      payment_preferences: { payment_failure_threshold: 0 },
      ...changes,
    };
    return (await paypal.post<Wire<BillingPlan> & { id: string }>('/v1/billing/plans', body)).body;
  };
  const subscriptionBody = (planId: string, changes: object = {}) => ({
    plan_id: planId,
    custom_id: 'payment-1',
    application_context: { brand_name: 'Lumina', ...ADDRESSES },
    ...changes,
  });
  const subscribe = async (planId: string, changes: object = {}) =>
    (
      await paypal.post<Wire<Subscription> & { id: string }>(
        '/v1/billing/subscriptions',
        subscriptionBody(planId, changes),
      )
    ).body;
  const subscription = async (id: string) =>
    (await paypal.call<Wire<Subscription>>(`/v1/billing/subscriptions/${id}`)).body;
  /** Made and agreed to. */
  const activeSubscription = async (planId: string, choice: PaypalChoice = {}) => {
    const created = await subscribe(planId);
    await approveAtPaypal(linkOf(created, 'approve'), choice);
    return created.id;
  };
  /** Newest first. */
  const transactions = async (id: string): Promise<Wire<SubscriptionTransactionDetails>[]> => {
    const query = 'start_time=2000-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z';
    const path = `/v1/billing/subscriptions/${id}/transactions?${query}`;
    return (await paypal.call<Wire<TransactionsList>>(path)).body.transactions ?? [];
  };
  const order = async (changes: object = {}) =>
    (await paypal.post<Wire<Order> & { id: string }>('/v2/checkout/orders', orderBody(changes))).body;
  /** Made, agreed to and paid. */
  const paidOrder = async (choice: PaypalChoice = {}) => {
    const created = await order();
    await approveAtPaypal(linkOf(created, 'approve'), choice);
    const { body } = await paypal.post<Wire<Order>>(`/v2/checkout/orders/${created.id}/capture`);
    const [capture] = body.purchase_units?.[0]?.payments?.captures ?? [];
    return { id: created.id, captureId: capture?.id ?? '', capture };
  };
  return {
    product,
    plan,
    subscriptionBody,
    subscribe,
    subscription,
    activeSubscription,
    transactions,
    order,
    paidOrder,
  };
}

import type { z } from 'zod';
import { invalidParameter, invalidRequest } from '../api/errors.js';
import { mergeMetadata } from '../api/params.js';
import { createSetup } from '../payments/setup.js';
import { createProduct } from '../resources/create-product.js';
import { findCustomer } from '../resources/customers.js';
import { buildPrice, findPrice } from '../resources/prices.js';
import type { StripeAccount } from '../store/account.js';
import { newId, randomAlphanumeric } from '../store/ids.js';
import type { CheckoutOrder, Stored } from '../store/wire.js';
import { buildSession } from './build-session.js';
import type { LineItem, NewSession } from './session-params.js';

const HALF_HOUR = 1800;
const DAY = 86_400;

/** Opens a checkout session with everything its page will need. @throws ApiFault 400 */
export function createSession(account: StripeAccount, given: NewSession): Stored<'checkout.session'> {
  checkParameters(account, given);
  const id = `cs_test_a1${randomAlphanumeric(56)}`;
  const items = (given.line_items ?? []).map((item, index) => lineItemOf(account, item, index));
  checkPrices(given, items);
  const orderData = given.subscription_data ?? given.payment_intent_data ?? given.setup_intent_data;
  const setup =
    given.mode === 'setup'
      ? createSetup(account, {
          customer: given.customer,
          description: orderData?.description,
          metadata: mergeMetadata({}, orderData?.metadata),
        })
      : undefined;
  const order: CheckoutOrder = {
    id,
    object: 'checkout_order',
    items,
    metadata: mergeMetadata({}, orderData?.metadata),
    description: orderData?.description ?? null,
    setupFutureUsage: given.payment_intent_data?.setup_future_usage ?? null,
    intent: setup?.id ?? null,
    email: null,
    name: null,
  };
  account.objects.put('checkout_order', order);
  return account.create('checkout.session', buildSession(account, given, order));
}

function checkParameters(account: StripeAccount, given: NewSession): void {
  if (given.success_url === undefined) {
    throw invalidParameter('success_url', 'Missing required param: success_url.', 'parameter_missing');
  }
  if (given.mode === 'setup' && given.currency === undefined && given.allowed_payment_method_types === undefined) {
    throw invalidParameter('currency', 'Missing required param: currency.', 'parameter_missing');
  }
  if (given.customer !== undefined) findCustomer(account, given.customer, 'customer');
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.');
  }
  if (given.mode === 'setup' && given.line_items) {
    throw invalidRequest('You can not pass `line_items` in `setup` mode.', { param: 'line_items' });
  }
  if (given.mode !== 'setup' && !given.line_items?.length) {
    throw invalidParameter('line_items', 'Missing required param: line_items.', 'parameter_missing');
  }
  if (given.tax_id_collection?.enabled && given.customer !== undefined && given.customer_update?.name !== 'auto') {
    throw invalidRequest(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      { param: 'customer_update[name]' },
    );
  }
  const misplaced = (name: 'payment_intent_data' | 'setup_intent_data' | 'subscription_data', mode: string) => {
    if (given[name] && given.mode !== mode) {
      throw invalidRequest(`You can not pass \`${name}\` in \`${given.mode}\` mode.`, { param: name });
    }
  };
  misplaced('payment_intent_data', 'payment');
  misplaced('setup_intent_data', 'setup');
  misplaced('subscription_data', 'subscription');
  if (given.customer_creation !== undefined && given.mode === 'subscription') {
    throw invalidRequest('`customer_creation` can only be used in `payment` and `setup` mode.', {
      param: 'customer_creation',
    });
  }
  const lifetime = given.expires_at === undefined ? DAY : given.expires_at - account.now();
  if (lifetime < HALF_HOUR) {
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  if (lifetime > DAY) {
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
}

type Item = CheckoutOrder['items'][number];

function lineItemOf(account: StripeAccount, given: z.infer<typeof LineItem>, index: number): Item {
  const price = priceOf(account, given, index);
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `line_items[${index}][price]`,
    });
  }
  const amount = (price.unit_amount ?? 0) * given.quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: account.objects.find('product', price.product)?.name ?? null,
    metadata: {},
    price,
    quantity: given.quantity,
  };
}

function priceOf(
  account: StripeAccount,
  { price, price_data: data }: z.infer<typeof LineItem>,
  index: number,
): Stored<'price'> {
  if (price !== undefined) return findPrice(account, price, `line_items[${index}][price]`);
  if (!data) {
    throw invalidRequest('You must specify either `price` or `price_data` for each line item.', {
      code: 'parameter_missing',
      param: `line_items[${index}]`,
    });
  }
  const product = data.product ?? createProduct(account, newId('prod'), data.product_data ?? { name: 'Product' }).id;
  return account.create('price', { ...buildPrice(account, data, product), active: true }, 'price.created');
}

function checkPrices({ mode }: NewSession, items: Item[]): void {
  const recurring = items.filter(({ price }) => price?.type === 'recurring');
  if (mode === 'payment' && recurring.length > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items[0][price]' },
    );
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.', {
      param: 'mode',
    });
  }
  if (new Set(items.map((item) => item.currency)).size > 1) {
    throw invalidRequest('All line items must have the same currency.', { param: 'line_items' });
  }
}

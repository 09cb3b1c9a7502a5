import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidRequest, noSuch } from '../api/errors.js';
import { isWithin, matches, pageOf } from '../api/list.js';
import {
  count,
  flag,
  integer,
  listParams,
  mergeMetadata,
  metadata,
  params,
  range,
  removableText,
  text,
} from '../api/params.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';
import { createProduct } from './create-product.js';

export const interval = z.enum(['day', 'week', 'month', 'year']);
const recurring = z.strictObject({
  interval,
  interval_count: integer.optional(),
  usage_type: z.enum(['licensed']).optional(),
});
export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/)
  .transform((value) => value.toLowerCase());

/** What makes a price, beside its product. */
export const NewPrice = {
  currency,
  metadata: metadata.optional(),
  recurring: recurring.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  unit_amount: count.optional(),
  unit_amount_decimal: z.string().regex(/^\d+$/).optional(),
};
const NewPriceShape = z.strictObject(NewPrice);
const CreateParams = params({
  ...NewPrice,
  active: flag.optional(),
  billing_scheme: z.enum(['per_unit']).optional(),
  lookup_key: text.max(200).optional(),
  nickname: text.optional(),
  product: text.optional(),
  product_data: z
    .strictObject({ name: text, metadata: metadata.optional(), active: flag.optional(), unit_label: text.optional() })
    .optional(),
  transfer_lookup_key: flag.optional(),
});
const UpdateParams = params({
  active: flag.optional(),
  lookup_key: removableText.optional(),
  metadata: metadata.optional(),
  nickname: removableText.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: flag.optional(),
});
const ListParams = listParams({
  active: flag.optional(),
  created: range.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  recurring: z.strictObject({ interval: interval.optional(), usage_type: text.optional() }).optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
});

export const priceCalls: Call[] = [
  defineCall('post', '/v1/prices', CreateParams, ({ account, params: given }) => createPrice(account, given)),
  defineCall('get', '/v1/prices', ListParams, ({ account, params: given }) => {
    const { lookup_keys: keys, recurring: cycle } = given;
    const found = account.objects.list('price').filter(
      (price) =>
        matches(price, {
          active: given.active,
          currency: given.currency,
          product: given.product,
          type: given.type,
        }) &&
        isWithin(price.created, given.created) &&
        (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
        (cycle?.interval === undefined || price.recurring?.interval === cycle.interval),
    );
    return pageOf('/v1/prices', found, given);
  }),
  defineCall('get', '/v1/prices/:id', params({}), ({ account, id }) => findPrice(account, id())),
  defineCall('post', '/v1/prices/:id', UpdateParams, ({ account, params: given, id }) => {
    const price = findPrice(account, id());
    if (given.lookup_key != null) claimLookupKey(account, given.lookup_key, price.id, given.transfer_lookup_key);
    return account.update(
      'price',
      price.id,
      {
        ...(given.active !== undefined && { active: given.active }),
        ...(given.lookup_key !== undefined && { lookup_key: given.lookup_key }),
        ...(given.nickname !== undefined && { nickname: given.nickname }),
        ...(given.tax_behavior !== undefined && { tax_behavior: given.tax_behavior }),
        metadata: mergeMetadata(price.metadata, given.metadata),
      },
      'price.updated',
    );
  }),
];

/** @throws ApiFault naming `param` */
export function findPrice(account: StripeAccount, id: string, param?: string): Stored<'price'> {
  const price = account.objects.find('price', id);
  if (!price) throw noSuch('price', id, param);
  return price;
}

function createPrice(account: StripeAccount, given: z.infer<typeof CreateParams>): Stored<'price'> {
  const { product, product_data: data, lookup_key: key } = given;
  if ((product === undefined) === (data === undefined)) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
      code: 'parameter_missing',
      param: 'product',
    });
  }
  if (product !== undefined && !account.objects.find('product', product)) throw noSuch('product', product, 'product');
  const productId = product ?? createProduct(account, newId('prod'), data ?? { name: '' }).id;
  const price = buildPrice(account, given, productId);
  if (key !== undefined) claimLookupKey(account, key, price.id, given.transfer_lookup_key);
  return account.create(
    'price',
    { ...price, active: given.active ?? true, lookup_key: key ?? null, nickname: given.nickname ?? null },
    'price.created',
  );
}

/** A lookup key names one price; another one gets it only if the caller says so. */
function claimLookupKey(account: StripeAccount, key: string, priceId: string, isTransfer = false): void {
  const owner = account.objects.list('price').find((price) => price.lookup_key === key && price.id !== priceId);
  if (!owner) return;
  if (!isTransfer) {
    throw invalidRequest(
      `A price (\`${owner.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`,
      { param: 'lookup_key' },
    );
  }
  account.update('price', owner.id, { lookup_key: null }, 'price.updated');
}

export function buildPrice(
  account: StripeAccount,
  given: z.infer<typeof NewPriceShape>,
  product: string,
): Stored<'price'> {
  const amount =
    given.unit_amount ?? (given.unit_amount_decimal === undefined ? undefined : Number(given.unit_amount_decimal));
  if (amount === undefined) {
    throw invalidRequest('You must specify either `unit_amount` or `unit_amount_decimal`.', {
      code: 'parameter_missing',
      param: 'unit_amount',
    });
  }
  const cycle = given.recurring;
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: mergeMetadata({}, given.metadata),
    nickname: null,
    product,
    recurring: cycle
      ? {
          interval: cycle.interval,
          interval_count: cycle.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: cycle ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

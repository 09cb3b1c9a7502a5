import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidRequest, noSuch } from '../api/errors.js';
import { isWithin, matches, pageOf } from '../api/list.js';
import {
  address,
  flag,
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
import { buildPrice, NewPrice } from './prices.js';

const shared = {
  active: flag.optional(),
  description: removableText.optional(),
  images: z.union([z.literal(''), z.array(address)]).optional(),
  marketing_features: z.union([z.literal(''), z.array(z.strictObject({ name: text }))]).optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.optional(),
  tax_code: removableText.optional(),
  unit_label: removableText.optional(),
  url: removableText.optional(),
};
const CreateParams = params({
  ...shared,
  name: text,
  id: text.optional(),
  default_price_data: z.strictObject(NewPrice).optional(),
  shippable: flag.optional(),
});
const UpdateParams = params({ ...shared, name: text.optional(), default_price: removableText.optional() });

export const productCalls: Call[] = [
  defineCall('post', '/v1/products', CreateParams, ({ account, params: given }) => {
    const id = given.id ?? newId('prod');
    if (account.objects.find('product', id)) {
      throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
    }
    const product = createProduct(account, id, given);
    if (!given.default_price_data) return product;
    const price = account.create('price', buildPrice(account, given.default_price_data, id), 'price.created');
    return account.update('product', id, { default_price: price.id });
  }),
  defineCall(
    'get',
    '/v1/products',
    listParams({
      active: flag.optional(),
      created: range.optional(),
      ids: z.array(text).optional(),
      url: text.optional(),
    }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('product')
        .filter(
          (product) =>
            matches(product, { active: given.active, url: given.url }) &&
            isWithin(product.created, given.created) &&
            (given.ids?.includes(product.id) ?? true),
        );
      return pageOf('/v1/products', found, given);
    },
  ),
  defineCall('get', '/v1/products/:id', params({}), ({ account, id }) => findProduct(account, id())),
  defineCall('post', '/v1/products/:id', UpdateParams, ({ account, params: given, id }) => {
    const product = findProduct(account, id());
    const { metadata: values, images, marketing_features: features, expand: _, ...rest } = given;
    const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return account.update(
      'product',
      product.id,
      {
        ...plain,
        ...(images !== undefined && { images: images || [] }),
        ...(features !== undefined && { marketing_features: features || [] }),
        metadata: mergeMetadata(product.metadata, values),
        updated: account.now(),
      },
      'product.updated',
    );
  }),
  defineCall('delete', '/v1/products/:id', params({}), ({ account, id }) => {
    const product = findProduct(account, id());
    if (account.objects.list('price').some((price) => price.product === product.id)) {
      throw invalidRequest(
        'This product cannot be deleted because it has one or more user-created prices. You can deactivate it instead.',
      );
    }
    account.objects.remove('product', product.id);
    account.emit('product.deleted', product);
    return { id: product.id, object: 'product', deleted: true };
  }),
];

function findProduct(account: StripeAccount, id: string): Stored<'product'> {
  const product = account.objects.find('product', id);
  if (!product) throw noSuch('product', id);
  return product;
}

import type { Stripe } from 'stripe';
import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { noSuch } from '../api/errors.js';
import { isWithin, listOf, matches, pageOf } from '../api/list.js';
import {
  integer,
  listParams,
  mergeMetadata,
  metadata,
  params,
  range,
  removableText,
  text,
  type ParamsOf,
} from '../api/params.js';
import { endSubscription, isEnded } from '../billing/cancel.js';
import { attach, NO_ADDRESS, resolvePaymentMethod } from '../cards/payment-methods.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored, WireList } from '../store/wire.js';
import { createCustomer } from './create-customer.js';

type Customer = Stored<'customer'>;

const postal = z.union([
  z.literal(''),
  z.strictObject({
    city: removableText.optional(),
    country: removableText.optional(),
    line1: removableText.optional(),
    line2: removableText.optional(),
    postal_code: removableText.optional(),
    state: removableText.optional(),
  }),
]);
const fields = {
  address: postal.optional(),
  balance: integer.optional(),
  description: removableText.optional(),
  email: removableText.refine((value) => value === null || value.includes('@'), { error: 'email' }).optional(),
  invoice_settings: z.strictObject({ default_payment_method: removableText.optional() }).optional(),
  metadata: metadata.optional(),
  name: removableText.optional(),
  phone: removableText.optional(),
  preferred_locales: z.array(text).optional(),
  tax_exempt: z.enum(['', 'none', 'exempt', 'reverse']).optional(),
};
const UpdateParams = params(fields);
const CreateParams = params({
  ...fields,
  payment_method: text.optional(),
} satisfies ParamsOf<Stripe.CustomerCreateParams>);
type Fields = z.infer<typeof UpdateParams>;

export const customerCalls: Call[] = [
  defineCall('post', '/v1/customers', CreateParams, ({ account, params: given }) => {
    const { payment_method: methodId, ...rest } = given;
    const method = methodId === undefined ? undefined : resolvePaymentMethod(account, methodId);
    return account.objects.attempt(() => {
      const { id } = createCustomer(account, (empty) => changesOf(account, empty, rest));
      if (method) attach(account, method.id, id);
      return account.objects.get('customer', id);
    });
  }),
  defineCall(
    'get',
    '/v1/customers',
    listParams({ email: text.optional(), created: range.optional() }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('customer')
        .filter((customer) => matches(customer, { email: given.email }) && isWithin(customer.created, given.created));
      return pageOf('/v1/customers', found, given);
    },
  ),
  defineCall('get', '/v1/customers/:id', params({}), ({ account, id }) => {
    return account.objects.find('customer', id()) ?? deletedCustomer(account, id());
  }),
  defineCall('post', '/v1/customers/:id', UpdateParams, ({ account, params: given, id }) => {
    const customer = findCustomer(account, id());
    return account.update('customer', customer.id, changesOf(account, customer, given), 'customer.updated');
  }),
  defineCall('delete', '/v1/customers/:id', params({}), ({ account, id }) => removeCustomer(account, id())),
  defineCall(
    'get',
    '/v1/customers/:id/payment_methods',
    listParams({ type: z.enum(['card']).optional(), allow_redisplay: text.optional() }),
    ({ account, params: given, id }) => {
      const customer = findCustomer(account, id());
      const methods = account.objects.list('payment_method').filter((method) => method.customer === customer.id);
      return pageOf(`/v1/customers/${customer.id}/payment_methods`, methods, given);
    },
  ),
  defineCall('get', '/v1/customers/:id/payment_methods/:method', params({}), ({ account, id }) => {
    const method = account.objects.find('payment_method', id('method'));
    if (!method || method.customer !== findCustomer(account, id()).id) throw noSuch('payment_method', id('method'));
    return method;
  }),
];

/** @throws ApiFault when there is none, or not any more */
export function findCustomer(account: StripeAccount, id: string, param?: string): Customer {
  const customer = account.objects.find('customer', id);
  if (!customer) throw noSuch('customer', id, param);
  return customer;
}

export const subscriptionsOf = (account: StripeAccount, { id }: { id: string }): WireList<Stored<'subscription'>> =>
  listOf(
    `/v1/customers/${id}/subscriptions`,
    account.objects
      .list('subscription')
      .filter((subscription) => subscription.customer === id && !isEnded(subscription)),
  );

function changesOf(account: StripeAccount, before: Customer, given: Fields): Partial<Customer> {
  const {
    address: home,
    metadata: values,
    invoice_settings: settings,
    tax_exempt: exempt,
    expand: _,
    ...plain
  } = given;
  const method = settings?.default_payment_method;
  if (method != null && account.objects.find('payment_method', method)?.customer !== before.id) {
    throw noSuch('payment_method', method, 'invoice_settings[default_payment_method]');
  }
  return {
    ...withoutUndefined(plain),
    ...(home !== undefined && { address: home === '' ? null : { ...NO_ADDRESS, ...withoutUndefined(home) } }),
    ...(values !== undefined && { metadata: mergeMetadata(before.metadata, values) }),
    ...(exempt !== undefined && { tax_exempt: exempt === '' ? 'none' : exempt }),
    ...(method !== undefined && { invoice_settings: { ...before.invoice_settings, default_payment_method: method } }),
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>;

function removeCustomer(account: StripeAccount, id: string): object {
  const customer = findCustomer(account, id);
  for (const subscription of account.objects.list('subscription')) {
    if (subscription.customer === id && !isEnded(subscription))
      endSubscription(account, subscription.id, { reason: null });
  }
  for (const method of account.objects.list('payment_method')) {
    if (method.customer === id) account.objects.put('payment_method', { ...method, customer: null });
  }
  account.objects.remove('customer', id);
  account.objects.put('tombstone', { id, object: 'tombstone' });
  account.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}

function deletedCustomer(account: StripeAccount, id: string): object {
  if (!account.objects.find('tombstone', id)) throw noSuch('customer', id);
  return { id, object: 'customer', deleted: true };
}

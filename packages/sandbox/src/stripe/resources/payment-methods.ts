import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidParameter, noSuch } from '../api/errors.js';
import { matches, pageOf } from '../api/list.js';
import { integer, listParams, mergeMetadata, metadata, params, removableText, text } from '../api/params.js';
import { attach, checkCard, createPaymentMethod, detach, resolvePaymentMethod } from '../cards/payment-methods.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { findCustomer } from './customers.js';

const billing = z
  .strictObject({ email: removableText.optional(), name: removableText.optional(), phone: removableText.optional() })
  .optional();
const redisplay = z.enum(['always', 'limited', 'unspecified']).optional();
const CreateParams = params({
  allow_redisplay: redisplay,
  billing_details: billing,
  card: z
    .strictObject({
      cvc: text.optional(),
      exp_month: integer.optional(),
      exp_year: integer.optional(),
      number: text.optional(),
      token: text.optional(),
    })
    .optional(),
  metadata: metadata.optional(),
  type: z.enum(['card']),
});
const UpdateParams = params({
  allow_redisplay: redisplay,
  billing_details: billing,
  card: z.strictObject({ exp_month: integer.optional(), exp_year: integer.optional() }).optional(),
  metadata: metadata.optional(),
});

export const paymentMethodCalls: Call[] = [
  defineCall('post', '/v1/payment_methods', CreateParams, ({ account, params: given }) => {
    const method = methodOf(account, given);
    return account.update('payment_method', method.id, {
      ...(given.allow_redisplay !== undefined && { allow_redisplay: given.allow_redisplay }),
      metadata: mergeMetadata({}, given.metadata),
    });
  }),
  defineCall(
    'get',
    '/v1/payment_methods',
    listParams({ customer: text.optional(), type: z.enum(['card']).optional(), allow_redisplay: redisplay }),
    ({ account, params: given }) => {
      if (given.customer !== undefined) findCustomer(account, given.customer, 'customer');
      const found = account.objects
        .list('payment_method')
        .filter((method) => method.customer !== null && matches(method, { customer: given.customer }));
      return pageOf('/v1/payment_methods', found, given);
    },
  ),
  defineCall('get', '/v1/payment_methods/:id', params({}), ({ account, id }) => findMethod(account, id())),
  defineCall('post', '/v1/payment_methods/:id', UpdateParams, ({ account, params: given, id }) => {
    const method = findMethod(account, id());
    const details = Object.entries(given.billing_details ?? {}).filter(([, value]) => value !== undefined);
    return account.update(
      'payment_method',
      method.id,
      {
        ...(given.allow_redisplay !== undefined && { allow_redisplay: given.allow_redisplay }),
        billing_details: { ...method.billing_details, ...Object.fromEntries(details) },
        ...(method.card && {
          card: {
            ...method.card,
            exp_month: given.card?.exp_month ?? method.card.exp_month,
            exp_year: given.card?.exp_year ?? method.card.exp_year,
          },
        }),
        metadata: mergeMetadata(method.metadata, given.metadata),
      },
      'payment_method.updated',
    );
  }),
  defineCall('post', '/v1/payment_methods/:id/attach', params({ customer: text }), ({ account, params: given, id }) => {
    const customer = findCustomer(account, given.customer, 'customer');
    return attach(account, resolvePaymentMethod(account, id(), 'id').id, customer.id);
  }),
  defineCall('post', '/v1/payment_methods/:id/detach', params({}), ({ account, id }) =>
    detach(account, findMethod(account, id()).id),
  ),
];

function findMethod(account: StripeAccount, id: string): Stored<'payment_method'> {
  const method = account.objects.find('payment_method', id);
  if (!method) throw noSuch('payment_method', id);
  return method;
}

function methodOf(account: StripeAccount, given: z.infer<typeof CreateParams>): Stored<'payment_method'> {
  const { card } = given;
  if (card?.token !== undefined) return resolvePaymentMethod(account, card.token, 'card[token]');
  const needed = (name: 'exp_month' | 'exp_year' | 'number') =>
    invalidParameter(`card[${name}]`, `Missing required param: card[${name}].`, 'parameter_missing');
  if (card?.number === undefined) throw needed('number');
  if (card.exp_month === undefined) throw needed('exp_month');
  if (card.exp_year === undefined) throw needed('exp_year');
  const details = {
    number: card.number,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    cvc: card.cvc,
    email: given.billing_details?.email,
    name: given.billing_details?.name,
  };
  return createPaymentMethod(account, details, checkCard(account, details));
}

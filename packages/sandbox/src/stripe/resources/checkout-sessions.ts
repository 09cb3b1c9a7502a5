import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidRequest, noSuch } from '../api/errors.js';
import { isWithin, matches, pageOf } from '../api/list.js';
import { listParams, mergeMetadata, metadata, params, range, text } from '../api/params.js';
import { createSession, NewSession } from '../checkout/new-session.js';
import { expireSession } from '../checkout/pay.js';
import type { StripeAccount } from '../store/account.js';
import type { CheckoutOrder, Stored, WireList } from '../store/wire.js';

const ListParams = listParams({
  created: range.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
  subscription: text.optional(),
});

export const checkoutSessionCalls: Call[] = [
  defineCall('post', '/v1/checkout/sessions', NewSession, ({ account, params: given }) =>
    createSession(account, given),
  ),
  defineCall('get', '/v1/checkout/sessions', ListParams, ({ account, params: given }) => {
    const { customer, payment_intent: intent, status, subscription } = given;
    const found = account.objects
      .list('checkout.session')
      .filter(
        (session) =>
          matches(session, { customer, payment_intent: intent, status, subscription }) &&
          isWithin(session.created, given.created),
      );
    return pageOf('/v1/checkout/sessions', found, given);
  }),
  defineCall('get', '/v1/checkout/sessions/:id', params({}), ({ account, id }) => findSession(account, id())),
  defineCall(
    'post',
    '/v1/checkout/sessions/:id',
    params({ metadata: metadata.optional() }),
    ({ account, params: given, id }) => {
      const session = findSession(account, id());
      return account.update('checkout.session', session.id, {
        metadata: mergeMetadata(session.metadata, given.metadata),
      });
    },
  ),
  defineCall('post', '/v1/checkout/sessions/:id/expire', params({}), ({ account, id }) => {
    const session = findSession(account, id());
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    return expireSession(account, session.id);
  }),
  defineCall('get', '/v1/checkout/sessions/:id/line_items', listParams({}), ({ account, params: given, id }) => {
    const session = findSession(account, id());
    const { items } = account.objects.get('checkout_order', session.id);
    return pageOf(`/v1/checkout/sessions/${session.id}/line_items`, items.toReversed(), given);
  }),
];

function findSession(account: StripeAccount, id: string): Stored<'checkout.session'> {
  const session = account.objects.find('checkout.session', id);
  if (!session) throw noSuch('checkout.session', id);
  return session;
}

export const lineItemsOf = (
  account: StripeAccount,
  { id }: { id: string },
): WireList<CheckoutOrder['items'][number]> => ({
  object: 'list',
  data: account.objects.get('checkout_order', id).items,
  has_more: false,
  url: `/v1/checkout/sessions/${id}/line_items`,
});

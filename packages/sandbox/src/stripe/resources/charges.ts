import { defineCall, type Call } from '../api/call.js';
import { noSuch } from '../api/errors.js';
import { isWithin, listOf, matches, pageOf } from '../api/list.js';
import { listParams, params, range, text } from '../api/params.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored, WireList } from '../store/wire.js';

export const chargeCalls: Call[] = [
  defineCall(
    'get',
    '/v1/charges',
    listParams({ created: range.optional(), customer: text.optional(), payment_intent: text.optional() }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('charge')
        .filter(
          (charge) =>
            matches(charge, { customer: given.customer, payment_intent: given.payment_intent }) &&
            isWithin(charge.created, given.created),
        );
      return pageOf('/v1/charges', found, given);
    },
  ),
  defineCall('get', '/v1/charges/:id', params({}), ({ account, id }) => {
    const charge = account.objects.find('charge', id());
    if (!charge) throw noSuch('charge', id());
    return charge;
  }),
];

export const refundsOf = (account: StripeAccount, { id }: { id: string }): WireList<Stored<'refund'>> =>
  listOf(
    `/v1/charges/${id}/refunds`,
    account.objects
      .list('refund')
      .filter(({ charge }) => charge === id)
      .reverse(),
  );

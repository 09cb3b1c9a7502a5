import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidRequest, noSuch } from '../api/errors.js';
import { isWithin, matches, pageOf } from '../api/list.js';
import { flag, integer, listParams, mergeMetadata, metadata, params, range, text } from '../api/params.js';
import { closeDispute, submitEvidence } from '../payments/disputes.js';
import { refundCharge } from '../payments/refunds.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';

const references = { charge: text.optional(), payment_intent: text.optional() };

export const refundCalls: Call[] = [
  defineCall(
    'post',
    '/v1/refunds',
    params({
      ...references,
      amount: integer.optional(),
      metadata: metadata.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    }),
    ({ account, params: given }) =>
      refundCharge(account, chargeOf(account, given), {
        amount: given.amount,
        metadata: mergeMetadata({}, given.metadata),
        reason: given.reason,
      }),
  ),
  defineCall(
    'get',
    '/v1/refunds',
    listParams({ ...references, created: range.optional() }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('refund')
        .filter(
          (refund) =>
            matches(refund, { charge: given.charge, payment_intent: given.payment_intent }) &&
            isWithin(refund.created, given.created),
        );
      return pageOf('/v1/refunds', found, given);
    },
  ),
  defineCall('get', '/v1/refunds/:id', params({}), ({ account, id }) => findRefund(account, id())),
  defineCall('post', '/v1/refunds/:id', params({ metadata: metadata.optional() }), ({ account, params: given, id }) => {
    const refund = findRefund(account, id());
    return account.update(
      'refund',
      refund.id,
      { metadata: mergeMetadata(refund.metadata, given.metadata) },
      'refund.updated',
    );
  }),
];

export const disputeCalls: Call[] = [
  defineCall(
    'get',
    '/v1/disputes',
    listParams({ ...references, created: range.optional() }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('dispute')
        .filter(
          (dispute) =>
            matches(dispute, { charge: given.charge, payment_intent: given.payment_intent }) &&
            isWithin(dispute.created, given.created),
        );
      return pageOf('/v1/disputes', found, given);
    },
  ),
  defineCall('get', '/v1/disputes/:id', params({}), ({ account, id }) => findDispute(account, id())),
  defineCall(
    'post',
    '/v1/disputes/:id',
    params({
      evidence: z.strictObject({ uncategorized_text: text.optional() }).optional(),
      metadata: metadata.optional(),
      submit: flag.optional(),
    }),
    ({ account, params: given, id }) => {
      const dispute = findDispute(account, id());
      const changed = account.update(
        'dispute',
        dispute.id,
        { metadata: mergeMetadata(dispute.metadata, given.metadata) },
        'charge.dispute.updated',
      );
      const evidence = given.evidence?.uncategorized_text;
      return evidence === undefined || given.submit === false ? changed : submitEvidence(account, dispute.id, evidence);
    },
  ),
  defineCall('post', '/v1/disputes/:id/close', params({}), ({ account, id }) =>
    closeDispute(account, findDispute(account, id()).id, 'lost'),
  ),
];

function chargeOf(
  account: StripeAccount,
  given: { charge?: string | undefined; payment_intent?: string | undefined },
): string {
  if (given.charge !== undefined) {
    if (account.objects.find('charge', given.charge)) return given.charge;
    throw noSuch('charge', given.charge, 'charge');
  }
  if (given.payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = account.objects.find('payment_intent', given.payment_intent);
  if (!intent) throw noSuch('payment_intent', given.payment_intent, 'payment_intent');
  if (intent.latest_charge !== null) return intent.latest_charge;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
}

function findRefund(account: StripeAccount, id: string): Stored<'refund'> {
  const refund = account.objects.find('refund', id);
  if (!refund) throw noSuch('refund', id);
  return refund;
}

function findDispute(account: StripeAccount, id: string): Stored<'dispute'> {
  const dispute = account.objects.find('dispute', id);
  if (!dispute) throw noSuch('dispute', id);
  return dispute;
}

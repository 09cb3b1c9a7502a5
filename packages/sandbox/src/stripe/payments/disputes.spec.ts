import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import { advance, eventTypes, idOf, lastEvent, startStripe, type StripeTarget } from '../../../test/stripe.js';

let target: StripeTarget;
let stripe: Stripe;
beforeAll(async () => {
  target = await startStripe();
  stripe = target.stripe;
});
afterAll(() => target.dispose());

const pay = (payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount: 999,
    currency: 'usd',
    payment_method,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    confirm: true,
  });
const disputeOf = async (intent: Stripe.PaymentIntent) =>
  (await stripe.disputes.list({ payment_intent: intent.id })).data[0]!;

const FAILED = ['refund.failed', 'refund.updated', 'charge.refund.updated'];

describe('a dispute', () => {
  it('takes the money of a card that stands for it', async () => {
    const since = await lastEvent(stripe);
    const intent = await pay('pm_card_createDispute');

    expect(await disputeOf(intent)).toMatchObject({ amount: 999, reason: 'fraudulent', status: 'needs_response' });
    expect((await eventTypes(stripe, since)).slice(-3)).toEqual([
      'charge.updated',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
  });

  it.each([
    ['winning_evidence', 'won', ['charge.dispute.updated', 'charge.dispute.funds_reinstated', 'charge.dispute.closed']],
    ['losing_evidence', 'lost', ['charge.dispute.updated', 'charge.dispute.closed']],
  ])('with %s is %s', async (text, status, events) => {
    const { id } = await disputeOf(await pay('pm_card_createDispute'));
    const since = await lastEvent(stripe);
    const closed = await stripe.disputes.update(id, {
      evidence: { uncategorized_text: text },
      metadata: { seen: 'yes' },
    });

    expect(closed).toMatchObject({ status, metadata: { seen: 'yes' }, evidence_details: { has_evidence: true } });
    expect(await eventTypes(stripe, since)).toEqual(events);
  });

  it('can come later, and be closed by the bank', async () => {
    const intent = await pay();
    const dispute = (await target.sandbox.control('stripe/disputes', {
      payment_intent: intent.id,
      reason: 'product_not_received',
    })) as Stripe.Dispute;
    expect(dispute).toMatchObject({ charge: idOf(intent.latest_charge), reason: 'product_not_received' });

    expect(await target.sandbox.control(`stripe/disputes/${dispute.id}/close`, { result: 'won' })).toMatchObject({
      status: 'won',
    });
    await expect(target.sandbox.control(`stripe/disputes/${dispute.id}/close`, { result: 'lost' })).rejects.toThrow(
      'already closed',
    );
  });

  it('that is only an inquiry leaves the money', async () => {
    const intent = await pay('pm_card_createDisputeInquiry');

    expect(await disputeOf(intent)).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 999 });
  });
});

describe('a refund', () => {
  it('can take a day', async () => {
    const intent = await pay('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: intent.id, reason: 'requested_by_customer' });
    expect(refund.status).toBe('pending');
    await advance(target.sandbox, 1.01);

    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
  });

  it('can come back from the bank', async () => {
    const intent = await pay('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('succeeded');
    await advance(target.sandbox, 0.01);

    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: expect.any(String),
    });
    expect(await stripe.charges.retrieve(idOf(intent.latest_charge))).toMatchObject({
      refunded: false,
      amount_refunded: 0,
    });
    expect((await eventTypes(stripe)).slice(-3)).toEqual(FAILED);
  });

  it('can come back days later, the newest of the payment first', async () => {
    const intent = await pay();
    const [first, second] = [
      await stripe.refunds.create({ payment_intent: intent.id, amount: 400 }),
      await stripe.refunds.create({ payment_intent: intent.id }),
    ];
    const since = await lastEvent(stripe);
    const fail = () => target.sandbox.control('stripe/refunds/fail', { payment_intent: intent.id });
    const charge = () => stripe.charges.retrieve(idOf(intent.latest_charge));

    expect(await fail()).toMatchObject({ id: second.id, status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 400 });
    expect(await eventTypes(stripe, since)).toEqual(FAILED);
    expect(await fail()).toMatchObject({ id: first.id });
    expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 0 });
    await expect(fail()).rejects.toThrow('There is no refund');
  });

  it('is not made while the account has no money', async () => {
    const intent = await pay();
    const refund = () => stripe.refunds.create({ payment_intent: intent.id });
    await target.sandbox.control('stripe', { isOutOfMoney: true });
    await expect(refund()).rejects.toMatchObject({
      code: undefined,
      message: 'Insufficient funds in your Stripe balance to refund this amount.',
    });
    await target.sandbox.control('stripe', { isOutOfMoney: false });
    expect(await refund()).toMatchObject({ status: 'succeeded' });
  });
});

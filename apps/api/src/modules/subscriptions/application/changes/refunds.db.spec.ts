import type { Answer, Payment, PaymentOutcome } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import type { SignedIn } from '../../../../../test/support/app.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { RemoveAccount } from '../../../users/index.js';

const { sandbox, app, billing } = useBilling();

const payments = async (person: SignedIn): Promise<Payment[]> =>
  (await billing.data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments')).data;
const refund = (person: SignedIn, payment_id: string) => billing.ask(person, 'POST', '/refund', { payment_id });
const refundable = async (person: SignedIn) =>
  (await payments(person)).map(({ kind, can_refund, can_refund_previous }) => [kind, can_refund, can_refund_previous]);
const providerPaymentOf = async (paymentId: string): Promise<string> =>
  (
    await row<{ id: string }>(app.dataSource, `select provider_payment_id as id from payments where id = $1`, [
      paymentId,
    ])
  )?.id ?? '';
const mailsOf = ({ userId }: SignedIn) =>
  rows<{ kind: string; facts: object }>(
    app.dataSource,
    `select kind, facts from billing_mails where user_id = $1 and kind <> 'receipt' order by created_at`,
    [userId],
  );

describe('a refund that the provider refuses', () => {
  const dispute = async (paid: PaymentOutcome) => {
    const payment_intent = await providerPaymentOf(paid.payment_id);
    const { id } = await sandbox.control<{ id: string }>('stripe/disputes', { payment_intent });
    return (result: 'won' | 'lost') => sandbox.control(`stripe/disputes/${id}/close`, { result });
  };

  test('is answered as one: the plan goes on, and its credits follow the dispute', async () => {
    const { person, paid } = await billing.buy();
    const close = await dispute(paid);
    const refused = await refund(person, paid.payment_id);
    expect([refused.status, refused.body.code]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
    expect(await billing.my(person)).toMatchObject({ status: 'active', plan_id: 'plan-pro' });
    expect(await payments(person)).toMatchObject([{ refunded_amount: 0, is_disputed: true, can_refund: false }]);
    expect((await billing.quota(person)).remainingCredits).toBe(0);
    expect(await mailsOf(person)).toEqual([]);
    await close('won');
    await billing.sync(person);
    expect((await billing.quota(person)).remainingCredits).toBe(200);
    expect(await refundable(person)).toEqual([['checkout', true, false]]);
  });

  test('since it does not know the payment leaves plan and credits', async () => {
    const { person, paid } = await billing.buy();
    await rows(app.dataSource, `update payments set provider_payment_id = 'pi_lost' where id = $1`, [paid.payment_id]);
    const refused = await refund(person, paid.payment_id);
    expect([refused.status, refused.body.code]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
    expect(await billing.planOf(person)).toBe('pro');
    expect((await billing.quota(person)).remainingCredits).toBe(200);
  });

  test('after its request was told to come back later is told by a mail, once', async () => {
    const { person, paid } = await billing.buy();
    await sandbox.control('chaos', { provider: 'stripe', mode: 'down' });
    expect((await refund(person, paid.payment_id)).status).toBe(503);
    await sandbox.control('chaos', { provider: 'stripe', mode: 'normal' });
    await dispute(paid);
    for (let passes = 0; passes < 2; passes += 1) await billing.reconcile();
    const facts = { amountCents: 999, plan: 'pro', isRefused: true, areCreditsBack: false };
    expect(await mailsOf(person)).toMatchObject([{ kind: 'refund_failed', facts }]);
    expect(await billing.planOf(person)).toBe('pro');
  });
});

describe('a refund of an upgrade', () => {
  const upgrade = async (person: SignedIn): Promise<string> => {
    // The provider's times are whole seconds.
    await billing.advance({ seconds: 60 });
    const changed = await billing.data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', {
      plan_id: 'plan-enterprise',
    });
    expect(changed.payment).toMatchObject({ status: 'success' });
    return changed.payment?.payment_id ?? '';
  };

  test('ends the plan, leaves the credits of the payment before it, which can then be refunded too', async () => {
    const { person, paid } = await billing.buy();
    const end = (await billing.my(person))?.current_period_end;
    const upgraded = await upgrade(person);
    expect(await refundable(person)).toEqual([
      ['upgrade', true, true],
      ['checkout', false, false],
    ]);
    expect((await refund(person, paid.payment_id)).body.code).toBe('REFUND_NOT_POSSIBLE');
    expect((await refund(person, upgraded)).status).toBe(200);
    expect([await billing.planOf(person), await billing.my(person)]).toEqual(['free', null]);
    expect(await billing.quota(person)).toMatchObject({ remainingCredits: 200, nextExpiry: { credits: 200, at: end } });
    expect(await refundable(person)).toEqual([
      ['upgrade', false, false],
      ['checkout', true, false],
    ]);
    expect((await refund(person, paid.payment_id)).status).toBe(200);
    expect((await billing.quota(person)).remainingCredits).toBe(0);
    // Newest first.
    expect((await billing.stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([999, 2000]);
  });

  test('says before whether the one before it keeps to the terms, and that one is refused if not', async () => {
    const { person, paid } = await billing.buy();
    await billing.spend(person, 6);
    const upgraded = await upgrade(person);
    expect(await refundable(person)).toEqual([
      ['upgrade', true, false],
      ['checkout', false, false],
    ]);
    expect((await refund(person, upgraded)).status).toBe(200);
    expect(await refundable(person)).toEqual([
      ['upgrade', false, false],
      ['checkout', false, false],
    ]);
    expect((await refund(person, paid.payment_id)).body.code).toBe('CREDITS_USED');
    expect((await billing.quota(person)).remainingCredits).toBe(179);
  });

  test('of a year leaves the credits that the year had paid for this month', async () => {
    const { person, paid } = await billing.buy('plan-pro', true);
    await billing.advance({ days: 25 });
    const upgraded = await upgrade(person);
    await billing.advance({ days: 10 });
    await billing.reconcile();
    expect((await billing.quota(person)).remainingCredits).toBe(500);
    expect((await refund(person, upgraded)).status).toBe(200);
    expect(await billing.planOf(person)).toBe('free');
    expect((await billing.quota(person)).remainingCredits).toBe(200);
    expect((await refund(person, paid.payment_id)).body.code).toBe('REFUND_NOT_POSSIBLE');
    await billing.advance({ days: 31 });
    await billing.reconcile();
    expect((await billing.quota(person)).remainingCredits).toBe(0);
  });
});

describe('a plan that is bought again', () => {
  /** Buys, uses 17.5 of 200 credits, and has the payment refunded. */
  const buyAndReturn = async (buyer?: SignedIn): Promise<SignedIn> => {
    const { person, paid } = await billing.buy('plan-pro', false, buyer);
    await billing.spend(person, 5);
    expect((await refund(person, paid.payment_id)).status).toBe(200);
    return person;
  };

  test('is refunded as long as a tenth is used, with what was used of the one before', async () => {
    const person = await buyAndReturn();
    const { paid } = await billing.buy('plan-pro', false, person);
    expect((await refundable(person))[0]).toEqual(['checkout', true, false]);
    await billing.spend(person, 1);
    expect((await refundable(person))[0]).toEqual(['checkout', false, false]);
    expect((await refund(person, paid.payment_id)).body.code).toBe('CREDITS_USED');
    expect((await billing.quota(person)).remainingCredits).toBe(196.5);
  });

  test('counts what an account of the same person had used before it was removed', async () => {
    const subject = randomUUID();
    const former = await buyAndReturn(await app.signIn({ subject }));
    await app.app.get(RemoveAccount, { strict: false }).run(former.userId);
    const person = await app.signIn({ subject });
    const { paid } = await billing.buy('plan-pro', false, person);
    await billing.spend(person, 1);
    expect((await refund(person, paid.payment_id)).body.code).toBe('CREDITS_USED');
  });

  test('counts nothing of the one before after a year', async () => {
    const person = await buyAndReturn();
    await billing.advance({ days: 366 });
    const { paid } = await billing.buy('plan-pro', false, person);
    await billing.spend(person, 5);
    expect((await refund(person, paid.payment_id)).status).toBe(200);
  });
});

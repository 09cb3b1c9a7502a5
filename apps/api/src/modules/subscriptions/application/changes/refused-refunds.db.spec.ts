import type { Answer, Payment, PaymentOutcome } from '@app/contracts';
import { describe, expect, jest, test } from '@jest/globals';
import { alertsOf } from '../../../../../test/support/alerts.js';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useFakeBilling } from '../../../../../test/support/billing/fake-billing.js';
import { until } from '../../../../../test/support/timing/until.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { parseAdminCommand } from '../../admin/admin-command.js';
import { AdminCommands } from '../../admin/admin-commands.js';
import { RefundPayment } from './refund-payment.js';
import { ReconcileBilling } from '../sync/reconcile-billing.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { RefundDelayed } from '../../providers/refund-delayed.js';

const billing = useFakeBilling();
const { app, sync } = billing;

const bought = async () => {
  const { person, customer } = await billing.buyer();
  const { id } = billing.payments.subscribe(customer, { plan: 'pro', isAnnual: false });
  await sync(id);
  return { person, customer, id, paymentId: await paymentOf(id) };
};
const PAYMENT_OF = `
  select p.id from payments p join subscriptions s on s.id = p.subscription_id where s.provider_subscription_id = $1`;
const paymentOf = async (subscriptionId: string): Promise<string> =>
  (await row<{ id: string }>(app.dataSource, PAYMENT_OF, [subscriptionId]))?.id ?? '';
const refund = ({ token }: SignedIn, payment_id: string) =>
  app.post<Payment>('/subscriptions/refund', { token, body: { payment_id } });
const reconcile = () => app.app.get(ReconcileBilling, { strict: false }).run(new AbortController().signal, 0);
const standing = async ({ token, userId }: SignedIn) => {
  const { body } = await app.get<Answer<'quota.show'>>('/quota', { token });
  const user = await row<{ plan: string }>(app.dataSource, `select plan from users where id = $1`, [userId]);
  return [user?.plan, body.data.remainingCredits];
};
const nextExpiry = async ({ token }: SignedIn) =>
  (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data.nextExpiry;
const paymentsOf = async ({ token }: SignedIn): Promise<Payment[]> =>
  (await app.get<Answer<'subscriptions.payments'>>('/subscriptions/payments', { token })).body.data.data;
const refundable = async (person: SignedIn) =>
  (await paymentsOf(person)).filter(({ can_refund }) => can_refund).map(({ id }) => id);
const refundStateOf = async (person: SignedIn, paymentId: string) =>
  (await paymentsOf(person)).find(({ id }) => id === paymentId)?.refund_state;
const outcomeOf = async ({ token }: SignedIn, payment_intent_id: string) =>
  (await app.post<PaymentOutcome>('/subscriptions/confirm-payment', { token, body: { payment_intent_id } })).body.data;
const mailsOf = ({ userId }: SignedIn) =>
  rows<{ facts: object }>(
    app.dataSource,
    `select facts from billing_mails where user_id = $1 and kind = 'refund_failed'`,
    [userId],
  );
const refuse = () => Promise.resolve(false);
const delay = () => Promise.reject(new RefundDelayed(new Error('the balance is empty')));
const fail = () => Promise.reject(new Error('something new'));

test('a refund that the provider refuses leaves plan and credits, and can be asked for again', async () => {
  const { person, paymentId } = await bought();
  const { refund: refundPayment } = billing.payments;
  const expiry = await nextExpiry(person);
  billing.payments.refund = refuse;
  const refused = await refund(person, paymentId);
  expect([refused.status, refused.body.code]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
  expect(await standing(person)).toEqual(['pro', 200]);
  expect(await nextExpiry(person)).toEqual(expiry);
  expect(await mailsOf(person)).toEqual([]);
  expect(await refundStateOf(person, paymentId)).toBeNull();
  billing.payments.refund = refundPayment;
  expect((await refund(person, paymentId)).body.data).toMatchObject({ refunded_amount: 9.99, refund_state: null });
  expect(await standing(person)).toEqual(['free', 0]);
});

test('a refund that is refused after its request has ended is told by a mail, and its credits are back', async () => {
  const { person, paymentId } = await bought();
  billing.payments.isDown = true;
  expect((await refund(person, paymentId)).status).toBe(503);
  expect(await refundStateOf(person, paymentId)).toBe('pending');
  billing.payments.isDown = false;
  billing.payments.refund = refuse;
  for (let passes = 0; passes < 2; passes += 1) await reconcile();
  expect(await standing(person)).toEqual(['pro', 200]);
  expect(await mailsOf(person)).toMatchObject([{ facts: { isRefused: true, areCreditsBack: true, amountCents: 999 } }]);
  expect(await refundStateOf(person, paymentId)).toBeNull();
});

test('a refusal that comes after the request was answered is told by a mail', async () => {
  const { person, paymentId } = await bought();
  const providers = app.app.get<unknown>(PaymentProviders, { strict: false }) as { answerMs: number };
  const limit = jest.replaceProperty(providers, 'answerMs', 1_000);
  const asked = new Promise<(isRefunded: boolean) => void>((hear) => {
    billing.payments.refund = () => new Promise(hear);
  });
  const late = await refund(person, paymentId).finally(() => limit.restore());
  expect(late.body.code).toBe('PAYMENT_UNAVAILABLE');
  expect(await mailsOf(person)).toEqual([]);
  (await asked)(false);
  await until(async () => (await mailsOf(person)).length > 0);
  expect(await mailsOf(person)).toMatchObject([{ facts: { isRefused: true, areCreditsBack: true } }]);
  expect(await standing(person)).toEqual(['pro', 200]);
});

describe('a refusal that comes late', () => {
  /** A request that waits for the provider's answer. */
  const begin = async (userId: string, paymentId: string) => {
    const { refund: refundPayment } = billing.payments;
    let refuseNow: () => void = () => undefined;
    let allowNow: () => void = () => undefined;
    let result: Promise<Payment> = Promise.reject(new Error('not asked'));
    result.catch(() => undefined);
    await new Promise<void>((asked) => {
      billing.payments.refund = (...all) =>
        new Promise((answer) => {
          refuseNow = () => answer(false);
          allowNow = () => answer(refundPayment(...all));
          asked();
        });
      result = app.app.get(RefundPayment, { strict: false }).run(userId, paymentId);
    });
    billing.payments.refund = refundPayment;
    return { refuseNow, allowNow, result };
  };
  const refuseOnce = async (person: SignedIn, paymentId: string) => {
    const { refund: refundPayment } = billing.payments;
    billing.payments.refund = refuse;
    expect((await refund(person, paymentId)).status).toBe(409);
    billing.payments.refund = refundPayment;
  };

  test('gives nothing back of what another request has refunded', async () => {
    const { person, id, paymentId } = await bought();
    const late = await begin(person.userId, paymentId);
    await refuseOnce(person, paymentId);
    expect((await refund(person, paymentId)).status).toBe(200);
    late.refuseNow();
    expect(await late.result).toMatchObject({ refunded_amount: 9.99 });
    await sync(id);
    expect(await standing(person)).toEqual(['free', 0]);
  });

  test('gives nothing back while another request is being refunded', async () => {
    const { person, id, paymentId } = await bought();
    const late = await begin(person.userId, paymentId);
    await refuseOnce(person, paymentId);
    const anew = await begin(person.userId, paymentId);
    late.refuseNow();
    await expect(late.result).rejects.toMatchObject({ code: 'REFUND_NOT_POSSIBLE' });
    expect(await standing(person)).toEqual(['pro', 0]);
    anew.allowNow();
    expect(await anew.result).toMatchObject({ refunded_amount: 9.99 });
    await sync(id);
    expect(await standing(person)).toEqual(['free', 0]);
  });
});

test('beside a second subscription whose refund is refused, the payment of the first can be refunded', async () => {
  const { person, customer, paymentId } = await bought();
  const { refund: refundPayment } = billing.payments;
  billing.payments.refund = refuse;
  const second = billing.payments.subscribe(customer, { plan: 'enterprise', isAnnual: false });
  await sync(second.id);
  billing.payments.refund = refundPayment;
  expect(await refundable(person)).toEqual([paymentId]);
  expect((await refund(person, await paymentOf(second.id))).body.code).toBe('REFUND_NOT_POSSIBLE');
  expect((await refund(person, paymentId)).status).toBe(200);
  expect(await standing(person)).toEqual(['free', 0]);
});

test('after a second subscription was refunded, the payment of the first can be refunded', async () => {
  const { person, customer, paymentId } = await bought();
  const second = billing.payments.subscribe(customer, { plan: 'enterprise', isAnnual: false });
  await sync(second.id);
  expect(await refundable(person)).toEqual([paymentId]);
  expect((await refund(person, paymentId)).status).toBe(200);
});

test('a refund for a second subscription that is refused is asked for once, told once, and left to the operator', async () => {
  const { person, customer, paymentId } = await bought();
  const { refund: refundPayment } = billing.payments;
  const asked: string[] = [];
  billing.payments.refund = (_id, key) => {
    asked.push(key);
    return refuse();
  };
  const alerted = await alertsOf('refund_failed');
  const second = billing.payments.subscribe(customer, { plan: 'enterprise', isAnnual: false });
  await sync(second.id);
  const secondId = await paymentOf(second.id);
  for (let passes = 0; passes < 2; passes += 1) await reconcile();
  await sync(second.id);
  expect(asked).toEqual([`refund:${secondId}`]);
  expect(await alertsOf('refund_failed')).toBe(alerted + 1);
  expect(await mailsOf(person)).toMatchObject([{ facts: { isRefused: true, hadCredits: false, amountCents: 2999 } }]);
  expect(await outcomeOf(person, secondId)).toMatchObject({ status: 'success', refunded_amount: 0, is_unearned: true });
  expect(await outcomeOf(person, paymentId)).toMatchObject({ is_unearned: false });
  expect(billing.payments.cancelled).toEqual([second.id]);
  expect([await refundStateOf(person, secondId), await refundStateOf(person, paymentId)]).toEqual(['failed', null]);
  billing.payments.refund = refundPayment;
  const command = parseAdminCommand(['refund', secondId, '--reason', 'bought twice', '--by', 'ann']);
  expect(await app.app.get(AdminCommands, { strict: false }).run(command)).toMatchObject({ status: 'refunded' });
  expect(await refundStateOf(person, secondId)).toBeNull();
  expect(await refundable(person)).toEqual([paymentId]);
  expect(await standing(person)).toEqual(['pro', 200]);
});

test('beside a late payment for an ended plan whose refund is refused, the payment of the next plan can be refunded', async () => {
  const { person, customer, id } = await bought();
  billing.payments.renew(id, { paid: false });
  await billing.payments.cancelNow(id);
  await sync(id);
  const next = billing.payments.subscribe(customer, { plan: 'pro', isAnnual: false }, { at: new Date(Date.now() - 1) });
  await sync(next.id);
  billing.payments.find(id).endedAt = new Date();
  billing.payments.payLate(id);
  billing.payments.refund = refuse;
  await sync(id);
  expect(await mailsOf(person)).toMatchObject([{ facts: { hadCredits: false } }]);
  expect(await refundable(person)).toEqual([await paymentOf(next.id)]);
});

test('a second subscription whose refund fails for a reason that is not known is ended, and refunded by a later pass', async () => {
  const { person, customer } = await bought();
  const { refund: refundPayment } = billing.payments;
  billing.payments.refund = fail;
  const second = billing.payments.subscribe(customer, { plan: 'enterprise', isAnnual: false });
  await expect(sync(second.id)).rejects.toThrow('something new');
  expect(billing.payments.cancelled).toEqual([second.id]);
  const secondId = await paymentOf(second.id);
  expect(await refundStateOf(person, secondId)).toBe('pending');
  billing.payments.refund = refundPayment;
  await reconcile();
  expect(await outcomeOf(person, secondId)).toMatchObject({ refunded_amount: 29.99 });
  expect(await mailsOf(person)).toEqual([]);
});

describe('while the operator has no money at the provider', () => {
  test('a second subscription is ended, and refunded by a later pass, without a word of a refusal', async () => {
    const { person, customer, paymentId } = await bought();
    const { refund: refundPayment } = billing.payments;
    billing.payments.refund = delay;
    const second = billing.payments.subscribe(customer, { plan: 'enterprise', isAnnual: false });
    await sync(second.id);
    await reconcile();
    const secondId = await paymentOf(second.id);
    expect(new Set(billing.payments.cancelled)).toEqual(new Set([second.id]));
    expect(await outcomeOf(person, secondId)).toMatchObject({ status: 'success', is_unearned: true });
    expect(await refundStateOf(person, secondId)).toBe('pending');
    billing.payments.refund = refundPayment;
    await reconcile();
    expect([...billing.payments.refunds.keys()]).toEqual([`refund:${secondId}`]);
    expect(await outcomeOf(person, secondId)).toMatchObject({ refunded_amount: 29.99 });
    expect(await mailsOf(person)).toEqual([]);
    expect(await refundable(person)).toEqual([paymentId]);
  });

  test('a refund that a person asks for is to be asked for again: plan and credits are back until then', async () => {
    const { person, paymentId } = await bought();
    const { refund: refundPayment } = billing.payments;
    billing.payments.refund = delay;
    const delayed = await refund(person, paymentId);
    expect([delayed.status, delayed.body.code]).toEqual([503, 'REFUND_DELAYED']);
    expect(await standing(person)).toEqual(['pro', 200]);
    billing.payments.refund = refundPayment;
    await reconcile();
    expect([...billing.payments.refunds.keys()]).toEqual([]);
    expect(await mailsOf(person)).toEqual([]);
    expect((await refund(person, paymentId)).status).toBe(200);
    expect(await standing(person)).toEqual(['free', 0]);
  });

  test('a refund whose request has ended is withdrawn, which a mail tells', async () => {
    const { person, paymentId } = await bought();
    billing.payments.isDown = true;
    expect((await refund(person, paymentId)).status).toBe(503);
    billing.payments.isDown = false;
    billing.payments.refund = delay;
    for (let passes = 0; passes < 2; passes += 1) await reconcile();
    expect(await standing(person)).toEqual(['pro', 200]);
    expect(await mailsOf(person)).toMatchObject([{ facts: { isRefused: true, areCreditsBack: true } }]);
  });

  test.each([
    ['for lack of money', delay],
    ['for a reason that is not known', fail],
  ])('what is charged after the removal of an account is refunded later if not at once %s', async (_, refundNow) => {
    const { person, id } = await bought();
    const { refund: refundPayment } = billing.payments;
    billing.payments.isDown = true;
    expect((await app.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
    billing.payments.isDown = false;
    const { payment, createdAt } = billing.payments.renew(id);
    await billing.turnTo(createdAt, 60);
    billing.payments.refund = refundNow;
    await sync(id).catch(() => undefined);
    expect(billing.payments.cancelled).toEqual([id]);
    billing.payments.refund = refundPayment;
    await reconcile();
    expect([...billing.payments.refunds.values()]).toEqual([payment.id]);
  });
});

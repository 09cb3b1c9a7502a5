import type { Answer } from '@app/contracts';
import { describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useFakeBilling } from '../../../../../test/support/billing/fake-billing.js';
import { WHOLE } from '../../../../../test/support/timing/drawn.js';
import { RACE_ROUNDS } from '../../../../../test/support/timing/race-rounds.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { BillingTimers } from './billing-timers.js';
import { GrantPlanCredits } from './grant-plan-credits.js';
import { ReconcileBilling } from './reconcile-billing.js';
import type { PlanChoice } from '../../domain/plan-change.js';
import type { SubscriptionSnapshot } from '../../providers/payment-provider.port.js';

const billing = useFakeBilling();
const { app, buyer, sync, turnTo } = billing;

const PRO: PlanChoice = { plan: 'pro', isAnnual: false };
const PRO_YEAR: PlanChoice = { plan: 'pro', isAnnual: true };
const ENTERPRISE: PlanChoice = { plan: 'enterprise', isAnnual: false };
const DAY = 86_400;
/** More than a year of renewals in `npm run proof`. */
const MONTHS = WHOLE ? 13 : 5;
const never = new AbortController().signal;

const bought = async (choice = PRO) => {
  const { person, customer: as } = await buyer();
  const { id, periodStart, invoices } = billing.payments.subscribe(as, choice);
  await sync(id);
  return { person, as, id, periodStart, invoice: invoices[0]! };
};
const quota = async ({ token }: SignedIn) => (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data;
const my = async ({ token }: SignedIn) =>
  (await app.get<Answer<'subscriptions.my'>>('/subscriptions/my', { token })).body.data;
const planOf = async ({ userId }: SignedIn) =>
  (await row<{ plan: string }>(app.dataSource, `select plan from users where id = $1`, [userId]))?.plan;
const grants = async ({ userId }: SignedIn): Promise<number> =>
  (await rows(app.dataSource, `select 1 from credit_grants where user_id = $1`, [userId])).length;
/** What was recorded of a subscription, in alphabetical order. */
const recorded = async (id: string): Promise<string | undefined> => {
  const events = `subscription_events e join subscriptions s on s.id = e.subscription_id`;
  const kinds = `select string_agg(kind, ' ' order by kind) as kinds from ${events} where provider_subscription_id = $1`;
  return (await row<{ kinds: string }>(app.dataSource, kinds, [id]))?.kinds;
};
const turnClock = (seconds: number) =>
  rows(app.dataSource, `update billing_clock set shift_seconds = $1`, [Math.round(seconds)]);
const timers = () => app.app.get(BillingTimers, { strict: false }).run(never);

describe('a paid subscription', () => {
  test('gives its plan and the credits of the month, once however often it is read', async () => {
    const { person, customer: as } = await buyer();
    const { id } = billing.payments.subscribe(as, PRO);
    await Promise.all(Array.from({ length: 8 }, () => sync(id)));
    expect(await planOf(person)).toBe('pro');
    expect(await quota(person)).toMatchObject({ remainingCredits: 200, totalCredits: 200 });
    expect(await grants(person)).toBe(1);
    const shown = { status: 'active', plan_type: 'pro', is_annual: false, next_charge: { amount: 9.99 } };
    expect(await my(person)).toMatchObject(shown);
  });

  test('that is not paid yet gives nothing', async () => {
    const { person, customer: as } = await buyer();
    expect(await sync(billing.payments.subscribe(as, PRO, { paid: false }).id)).toBe('applied');
    expect([await planOf(person), await grants(person), await my(person)]).toEqual(['free', 0, null]);
  });

  test('of a customer that is not ours, or of another one than we wrote on it, gives nothing to anybody', async () => {
    const { person, customer: as } = await buyer();
    const { customer: other } = await buyer();
    const mixed = billing.payments.subscribe({ ...as, customerId: other.customerId }, PRO);
    const unknown = billing.payments.subscribe({ ...as, customerId: 'cus_unknown' }, PRO);
    expect([await sync(mixed.id), await sync(unknown.id)]).toEqual(['quarantined', 'quarantined']);
    expect([await planOf(person), await grants(person)]).toEqual(['free', 0]);
  });
});

test('of two reads that overlap, the one that began later is believed', async () => {
  const { person, customer: as } = await buyer();
  const { id } = billing.payments.subscribe(as, PRO);
  let reads = 0;
  billing.payments.onRead = async () => {
    reads += 1;
    if (reads > 1) return;
    // While the first answer is on its way, the subscription ends and that is read and written.
    billing.payments.find(id).status = 'canceled';
    await sync(id);
  };
  await sync(id);
  expect(reads).toBe(3);
  expect([await planOf(person), await my(person)]).toEqual(['free', null]);
});

test('each month of renewals gives its credits, and never two at once', async () => {
  const { person, id } = await bought();
  for (let month = 0; month < MONTHS; month += 1) {
    await turnTo(billing.payments.find(id).periodEnd, 1800);
    // The provider takes the money an hour after the period ends: until then the old credits stay.
    expect((await quota(person)).remainingCredits).toBe(200);
    billing.payments.renew(id);
    await turnTo(billing.payments.find(id).periodStart, 3700);
    await sync(id);
    expect((await quota(person)).remainingCredits).toBe(200);
  }
  expect(await grants(person)).toBe(1 + MONTHS);
});

test('a month that cannot be granted to one person is granted to the others, and to that person later', async () => {
  const [first, second] = [await bought(PRO_YEAR), await bought(PRO_YEAR)];
  await turnClock(32 * DAY);
  const credits = app.app.get(GrantPlanCredits, { strict: false });
  const fault = jest.spyOn(credits, 'run').mockRejectedValueOnce(new Error('a fault'));
  await timers();
  expect([await grants(first.person), await grants(second.person)].toSorted((a, b) => a - b)).toEqual([1, 2]);
  fault.mockRestore();
  await timers();
  expect([await grants(first.person), await grants(second.person)]).toEqual([2, 2]);
});

test('a year gives twelve grants by time alone, then waits for its renewal', async () => {
  const { person, id } = await bought(PRO_YEAR);
  const begin = billing.payments.find(id).periodStart;
  for (let day = 1; day < 366; day += RACE_ROUNDS > 10 ? 5 : 14) {
    await turnTo(begin, day * DAY);
    await timers();
    expect((await quota(person)).remainingCredits).toBe(200);
    expect(Date.parse((await my(person))?.next_grant_at ?? '') >= begin.getTime() + day * DAY * 1000).toBe(true);
  }
  expect(await grants(person)).toBe(12);
  await turnTo(billing.payments.find(id).periodEnd, 49 * 3600);
  await timers();
  expect((await quota(person)).remainingCredits).toBe(0);
});

describe('a renewal that fails', () => {
  const failing = async () => {
    const { person, id } = await bought();
    billing.payments.renew(id, { paid: false });
    const failed = billing.payments.find(id).periodStart;
    await turnTo(failed, 4000);
    await sync(id);
    return { person, id, failed };
  };

  test('leaves the plan for seven days, without new credits, and says how to repair it', async () => {
    const { person, failed } = await failing();
    expect(await planOf(person)).toBe('pro');
    const until = new Date(failed.getTime() + 3_600_000 + 7 * DAY * 1000).toISOString();
    expect(await my(person)).toMatchObject({
      status: 'active',
      grace_until: until,
      hosted_invoice_url: 'https://pay.example/invoice',
      next_charge: null,
    });
    expect(await grants(person)).toBe(1);
    const mails = `select facts->>'until' as until from billing_mails where user_id = $1 and kind = 'failed'`;
    expect(await rows(app.dataSource, mails, [person.userId])).toEqual([{ until }]);
  });

  test('ends the plan at the end of the seven days, here and at the provider', async () => {
    const { person, id, failed } = await failing();
    await turnTo(failed, 7 * DAY);
    await timers();
    expect(await planOf(person)).toBe('pro');
    expect(billing.payments.cancelled).not.toContain(id);
    await turnTo(failed, 7 * DAY + 3601);
    await timers();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
    expect(billing.payments.cancelled).toContain(id);
  });

  test('is repaired by a payment within them', async () => {
    const { person, id } = await failing();
    const subscription = billing.payments.find(id);
    subscription.status = 'active';
    const [, invoice] = subscription.invoices;
    Object.assign(invoice ?? {}, { status: 'paid', paidAt: new Date(subscription.periodStart.getTime() + DAY * 1000) });
    Object.assign(invoice?.payment ?? {}, { state: 'paid', failureReason: null });
    await turnTo(subscription.periodStart, DAY + 10);
    await sync(id);
    expect(await my(person)).toMatchObject({ grace_until: null, hosted_invoice_url: null });
    expect((await quota(person)).remainingCredits).toBe(200);
  });
});

test('a second subscription of one person gives nothing, is cancelled and refunded', async () => {
  const { person, customer: as } = await buyer();
  const first = billing.payments.subscribe(as, PRO);
  const second = billing.payments.subscribe(as, ENTERPRISE);
  await sync(first.id);
  await sync(second.id);
  expect(await planOf(person)).toBe('pro');
  expect(await grants(person)).toBe(1);
  expect(billing.payments.cancelled).toEqual([second.id]);
  expect([...billing.payments.refunds.values()]).toEqual([second.invoices[0]?.payment.id]);
  expect(await my(person)).toMatchObject({ plan_type: 'pro' });
  // Its end is no end of a plan.
  expect(await recorded(second.id)).toBe('refunded started');
});

describe('what is recorded of a subscription', () => {
  const following = async () => {
    const { id, ...more } = await bought();
    const follow = async (change: Partial<SubscriptionSnapshot>) => {
      await sync(Object.assign(billing.payments.find(id), change).id);
      return recorded(id);
    };
    return { ...more, follow };
  };

  test('is its end, and no change that comes with that; it leaves the plan of the next one', async () => {
    const { person, as, follow } = await following();
    expect(await follow({ status: 'canceled', isAnnual: true })).toBe('ended started');
    await sync(billing.payments.subscribe(as, PRO).id);
    await follow({});
    expect(await planOf(person)).toBe('pro');
  });

  test('is its cancellation, once, and that it was taken back', async () => {
    const { person, follow } = await following();
    const canceledAt = new Date();
    for (let reads = 0; reads < 2; reads += 1)
      expect(await follow({ cancelAtPeriodEnd: true, canceledAt })).toBe('cancelled started');
    expect(await my(person)).toMatchObject({ canceled_at: canceledAt.toISOString(), next_charge: null });
    expect(await follow({ cancelAtPeriodEnd: false })).toBe('cancelled resumed started');
    expect(await my(person)).toMatchObject({ canceled_at: null });
    await follow({ cancelAtPeriodEnd: true });
    expect(await follow({ cancelAtPeriodEnd: false, status: 'canceled' })).toBe('cancelled ended resumed started');
  });

  test('is a plan with more credits once its payment tells it, or with the next period', async () => {
    const { periodStart, follow } = await following();
    expect(await follow({ plan: 'enterprise' })).toBe('started');
    expect(await follow({ plan: 'pro' })).toBe('changed started');
    const next = new Date(periodStart.getTime() + 1_000);
    expect(await follow({ plan: 'enterprise', periodStart: next })).toBe('changed changed started');
  });
});

describe('money that goes back', () => {
  test('by a refund of the provider takes the credits with it', async () => {
    const { person, id, invoice } = await bought();
    invoice.payment.refundedCents = invoice.amountCents;
    await sync(id);
    await sync(id);
    expect((await quota(person)).remainingCredits).toBe(0);
  });

  test('in part takes a part', async () => {
    const { person, id, invoice } = await bought();
    invoice.payment.refundedCents = 333;
    await sync(id);
    await sync(id);
    expect((await quota(person)).remainingCredits).toBe(133.3);
    expect(await grants(person)).toBe(1);
  });

  test('by a dispute takes the credits, and a dispute that is won gives them back once', async () => {
    const { person, id, invoice } = await bought();
    invoice.payment.isDisputed = true;
    await sync(id);
    expect((await quota(person)).remainingCredits).toBe(0);
    invoice.payment.isDisputed = false;
    await sync(id);
    await sync(id);
    expect((await quota(person)).remainingCredits).toBe(200);
  });
});

test('when every webhook is lost, the reconciler brings the plan', async () => {
  const person = await app.signIn();
  const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
  const path = '/subscriptions/checkout-session';
  const started = await app.post<Answer<'subscriptions.checkoutSession'>>(path, { token: person.token, body });
  billing.payments.pay(started.body.data.session_id);
  expect(await planOf(person)).toBe('free');
  await app.app.get(ReconcileBilling, { strict: false }).run(never, 0);
  expect([await planOf(person), await grants(person)]).toEqual(['pro', 1]);
});

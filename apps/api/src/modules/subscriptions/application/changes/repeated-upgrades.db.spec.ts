import type { Answer } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import { oneRow, rows } from '../../../../platform/database/rows.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const { app, billing } = useBilling();
afterEach(() => {
  jest.restoreAllMocks();
});

type Change = Answer<'subscriptions.change'>;
const preview = (person: SignedIn) =>
  billing.data<Answer<'subscriptions.preview'>>(person, 'GET', '/preview/plan-enterprise');
const upgrade = (person: SignedIn, more: object = {}) =>
  billing.ask<Change>(person, 'PUT', '/my', { plan_id: 'plan-enterprise', ...more });
const stripe = () => app.app.get(PaymentProviders, { strict: false }).get('stripe');
/** The request reaches nobody. */
const loseRequest = () => jest.spyOn(stripe(), 'upgrade').mockRejectedValueOnce(new AppError('PAYMENT_UNAVAILABLE'));

describe('an upgrade that never reached the provider, tried again later', () => {
  let person: SignedIn;
  beforeEach(async () => {
    ({ person } = await billing.buy());
    const { proration_date } = await preview(person);
    loseRequest();
    expect((await upgrade(person, { proration_date })).status).toBe(503);
  });
  const pass = async (time: { days?: number; seconds?: number }) => {
    await billing.advance(time);
    await rows(app.dataSource, `update payments set created_at = created_at - interval '10 hours' where user_id = $1`, [
      person.userId,
    ]);
  };

  test('is charged the amount that is shown by then', async () => {
    await pass({ seconds: 10 * 3600 });
    const { amount_due, proration_date } = await preview(person);
    expect(amount_due).toBeLessThan(20);
    const changed = await upgrade(person, { proration_date });
    expect(changed.body.data).toMatchObject({ payment: { status: 'success', amount: amount_due } });
    expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade cancelled', 'upgrade success']);
  });

  test.each(['the date of a preview', 'no date'])('succeeds after a renewal, with %s', async (wish) => {
    await pass({ days: 31, seconds: 7200 });
    await billing.sync(person);
    const { amount_due, proration_date } = await preview(person);
    const changed = await upgrade(person, wish === 'no date' ? {} : { proration_date });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ payment: { status: 'success', amount: amount_due } });
  });
});

describe('an upgrade that is confirmed after a renewal with the date of a preview before it', () => {
  const outdated = async (person: SignedIn, proration_date: number | null) => {
    const { status, body } = await upgrade(person, { proration_date });
    expect([status, body.code]).toEqual([409, 'PREVIEW_OUTDATED']);
  };
  /** Five minutes before the period ends. */
  const late = async (): Promise<{ person: SignedIn; proration_date: number | null }> => {
    const { person } = await billing.buy();
    const end = Date.parse((await billing.my(person))?.current_period_end ?? '');
    const { now } = await oneRow<{ now: Date }>(app.dataSource, `select billing_now() as now`);
    await billing.advance({ seconds: Math.floor((end - now.getTime()) / 1000) - 300 });
    return { person, proration_date: (await preview(person)).proration_date };
  };

  test('is refused before a payment is begun, and made for the price that is shown then', async () => {
    const { person, proration_date } = await late();
    await billing.advance({ seconds: 900 });
    await outdated(person, proration_date);
    expect(await billing.paymentStates(person)).toEqual(['checkout success']);
    const shown = await preview(person);
    const changed = await upgrade(person, { proration_date: shown.proration_date });
    expect(changed.body.data).toMatchObject({ payment: { status: 'success', amount: shown.amount_due } });
  });

  test('is refused where its request was lost a moment before, and made for the price that is shown then', async () => {
    const { person, proration_date } = await late();
    loseRequest();
    expect((await upgrade(person, { proration_date })).status).toBe(503);
    await billing.advance({ seconds: 900 });
    await outdated(person, proration_date);
    const shown = await preview(person);
    const changed = await upgrade(person, { proration_date: shown.proration_date });
    expect(changed.body.data).toMatchObject({ payment: { status: 'success', amount: shown.amount_due } });
  });
});

test('an upgrade that is repeated while it is being made begins no second payment', async () => {
  const { person } = await billing.buy();
  const provider = stripe();
  const original = provider.previewUpgrade.bind(provider);
  jest.spyOn(provider, 'previewUpgrade').mockImplementationOnce(async (...asked) => {
    expect((await upgrade(person)).body.data).toMatchObject({ payment: { status: 'success' } });
    return original(...asked);
  });
  const repeated = await upgrade(person);
  expect([repeated.status, repeated.body.code]).toEqual([409, 'ALREADY_ON_PLAN']);
  expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade success']);
});

describe('an upgrade whose answer was lost', () => {
  const loseAnswer = () => {
    const provider = stripe();
    const original = provider.upgrade.bind(provider);
    jest.spyOn(provider, 'upgrade').mockImplementationOnce(async (...order) => {
      await original(...order);
      throw new AppError('PAYMENT_UNAVAILABLE');
    });
  };
  /** An hour later, for a price of `later` seconds after that of the first one. */
  const repeat = async (person: SignedIn, later: number, between = () => Promise.resolve<unknown>(null)) => {
    const { proration_date } = await preview(person);
    loseAnswer();
    expect((await upgrade(person, { proration_date })).status).toBe(503);
    await between();
    await rows(app.dataSource, `update payments set created_at = created_at - interval '1 hour' where user_id = $1`, [
      person.userId,
    ]);
    return upgrade(person, { proration_date: (proration_date ?? 0) + later });
  };

  test('is not charged again for the date of a later preview', async () => {
    const { person } = await billing.buy();
    const changed = await repeat(person, 1);
    expect(changed.body.data).toMatchObject({ payment: { status: 'success', amount: 20 } });
    expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade success']);
  });

  test.each([0, 1])('is paid by another card where the one before was declined, %s s later', async (later) => {
    const { person } = await billing.buy();
    await billing.spoilCard('insufficient_funds');
    const changed = await repeat(person, later, async () =>
      billing.data(person, 'POST', `/payment-methods/${await billing.saveCard(person)}/default`),
    );
    expect(changed.body.data).toMatchObject({ payment: { status: 'success' } });
    expect(await billing.my(person)).toMatchObject({ plan_id: 'plan-enterprise' });
  });
});

test('an upgrade without a card says so, and not that the subscription is unknown', async () => {
  const { person } = await billing.buy();
  await billing.detachCard(person);
  const refused = await upgrade(person);
  expect([refused.status, refused.body.code]).toEqual([409, 'PAYMENT_METHOD_REFUSED']);
  expect(await billing.my(person)).toMatchObject({ plan_id: 'plan-pro', pending_plan_id: null });
  await billing.data(person, 'POST', `/payment-methods/${await billing.saveCard(person)}/default`);
  expect((await upgrade(person)).body.data).toMatchObject({ payment: { status: 'success' } });
  expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade cancelled', 'upgrade success']);
});

import type { Answer } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import { rows } from '../../../../platform/database/rows.js';
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

test('an upgrade whose answer was lost is not charged again for the date of a later preview', async () => {
  const { person } = await billing.buy();
  const { proration_date } = await preview(person);
  const provider = stripe();
  const original = provider.upgrade.bind(provider);
  jest.spyOn(provider, 'upgrade').mockImplementationOnce(async (...order) => {
    await original(...order);
    throw new AppError('PAYMENT_UNAVAILABLE');
  });
  expect((await upgrade(person, { proration_date })).status).toBe(503);
  await rows(app.dataSource, `update payments set created_at = created_at - interval '1 hour' where user_id = $1`, [
    person.userId,
  ]);
  const changed = await upgrade(person, { proration_date: proration_date === null ? 0 : proration_date + 1 });
  expect(changed.body.data).toMatchObject({ payment: { status: 'success', amount: 20 } });
  expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade success']);
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

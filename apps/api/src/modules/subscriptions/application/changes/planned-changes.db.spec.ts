import type { Answer } from '@app/contracts';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import { rows } from '../../../../platform/database/rows.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const { app, billing } = useBilling();
afterEach(() => {
  jest.restoreAllMocks();
});

const stripe = () => app.app.get(PaymentProviders, { strict: false }).get('stripe');
const change = (person: SignedIn, wanted: object) =>
  billing.ask<Answer<'subscriptions.change'>>(person, 'PUT', '/my', wanted);

const YEAR = { plan_id: 'plan-pro', is_annual: true };
const MONTH = { plan_id: 'plan-pro', is_annual: false };
const UPGRADE = { plan_id: 'plan-enterprise', is_annual: true };
const PLANNED = { ...YEAR, pending_plan_id: 'plan-pro', pending_is_annual: false, next_charge: { amount: 9.99 } };
const planned = async (): Promise<SignedIn> => {
  const { person } = await billing.buy('plan-pro', true);
  expect((await change(person, MONTH)).body.data.subscription).toMatchObject(PLANNED);
  return person;
};
/** Those that hold a change at the provider. */
const schedules = async (): Promise<string[]> => {
  const { data } = await billing.stripe.subscriptionSchedules.list();
  return data.filter(({ status }) => status === 'active').map(({ id }) => id);
};

describe('a planned change', () => {
  test.each([
    ['declined', 'insufficient_funds', 'failed'],
    ['waiting for the bank', 'authenticate', 'redirecting'],
  ])('outlasts an upgrade that is %s', async (_, outcome, status) => {
    const person = await planned();
    await billing.spoilCard(outcome);
    const changed = await change(person, UPGRADE);
    expect(changed.body.data).toMatchObject({ payment: { status }, subscription: PLANNED });
    await billing.sync(person);
    expect(await billing.my(person)).toMatchObject(PLANNED);
  });

  test('outlasts an upgrade that an outage stopped', async () => {
    const person = await planned();
    const provider = stripe();
    jest.spyOn(provider, 'upgrade').mockImplementationOnce(async () => {
      for (const id of await schedules()) await billing.stripe.subscriptionSchedules.release(id);
      throw new AppError('PAYMENT_UNAVAILABLE');
    });
    expect((await change(person, UPGRADE)).status).toBe(503);
    await billing.sync(person);
    expect(await billing.my(person)).toMatchObject(PLANNED);
  });

  test('ends with an upgrade that the bank lets through later', async () => {
    const person = await planned();
    await billing.spoilCard('authenticate');
    expect((await change(person, UPGRADE)).body.data.subscription).toMatchObject(PLANNED);
    await billing.answerBank(person, 'confirm');
    await billing.reconcile();
    expect(await billing.my(person)).toMatchObject({ ...UPGRADE, pending_plan_id: null });
    expect(await schedules()).toEqual([]);
  });

  test('ends with an upgrade that is paid', async () => {
    const person = await planned();
    const changed = await change(person, UPGRADE);
    expect(changed.body.data).toMatchObject({
      payment: { status: 'success' },
      subscription: { plan_id: 'plan-enterprise', pending_plan_id: null },
    });
  });
});

describe('a planned change that an upgrade took off, and that the provider does not take again at once,', () => {
  const interrupted = async (outcome: string): Promise<SignedIn> => {
    const person = await planned();
    await billing.spoilCard(outcome);
    jest.spyOn(stripe(), 'scheduleChange').mockRejectedValueOnce(new AppError('PAYMENT_UNAVAILABLE'));
    expect((await change(person, UPGRADE)).body.data.subscription).toMatchObject(PLANNED);
    expect(await schedules()).toEqual([]);
    return person;
  };
  const kept = ({ userId }: SignedIn) =>
    rows(
      app.dataSource,
      `select c.plan from interrupted_changes c join subscriptions s on s.id = c.subscription_id where s.user_id = $1`,
      [userId],
    );

  test('is shown, and planned there by a later pass', async () => {
    const person = await interrupted('insufficient_funds');
    await billing.sync(person);
    expect(await billing.my(person)).toMatchObject(PLANNED);
    await billing.reconcile();
    expect(await schedules()).toHaveLength(1);
    expect(await billing.my(person)).toMatchObject(PLANNED);
    // The upgrade cannot be paid any more by then.
    await billing.advance({ days: 2 });
    await billing.reconcile();
    expect(await kept(person)).toEqual([]);
    expect(await billing.my(person)).toMatchObject(PLANNED);
  });

  test('can be taken back', async () => {
    const person = await interrupted('insufficient_funds');
    const { status, body } = await change(person, YEAR);
    expect([status, body.data.subscription]).toMatchObject([200, { ...YEAR, pending_plan_id: null }]);
    await billing.reconcile();
    expect(await schedules()).toEqual([]);
    expect(await billing.my(person)).toMatchObject({ ...YEAR, pending_plan_id: null, next_charge: { amount: 99.99 } });
    expect((await change(person, YEAR)).body.code).toBe('ALREADY_ON_PLAN');
  });

  test('stays planned where taking it back did not reach the provider', async () => {
    const person = await interrupted('insufficient_funds');
    jest.spyOn(stripe(), 'scheduleChange').mockRejectedValueOnce(new AppError('PAYMENT_UNAVAILABLE'));
    expect((await change(person, YEAR)).status).toBe(503);
    expect(await billing.my(person)).toMatchObject(PLANNED);
    await billing.reconcile();
    expect(await schedules()).toHaveLength(1);
  });

  test('ends with the upgrade that the bank lets through meanwhile', async () => {
    const person = await interrupted('authenticate');
    await billing.answerBank(person, 'confirm');
    await billing.reconcile();
    expect(await billing.my(person)).toMatchObject({ ...UPGRADE, pending_plan_id: null });
    expect([await schedules(), await kept(person)]).toEqual([[], []]);
  });

  test('ends with the plan', async () => {
    const person = await interrupted('insufficient_funds');
    await billing.data(person, 'POST', '/cancel', {});
    await billing.reconcile();
    expect([await schedules(), await kept(person)]).toEqual([[], []]);
  });
});

import type { Answer } from '@app/contracts';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import { oneRow, rows } from '../../../../platform/database/rows.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { keepPlannedChange } from '../../persistence/keep-planned-change.js';
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
const signal = () => {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
};
/** Those that hold a change at the provider. */
const schedules = async (): Promise<string[]> => {
  const { data } = await billing.stripe.subscriptionSchedules.list();
  return data.filter(({ status }) => status === 'active').map(({ id }) => id);
};

const releaseAll = async () => {
  for (const id of await schedules()) await billing.stripe.subscriptionSchedules.release(id);
};
const kept = ({ userId }: SignedIn) =>
  rows(
    app.dataSource,
    `select c.plan from interrupted_changes c join subscriptions s on s.id = c.subscription_id where s.user_id = $1`,
    [userId],
  );

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
      await releaseAll();
      throw new AppError('PAYMENT_UNAVAILABLE');
    });
    expect((await change(person, UPGRADE)).status).toBe(503);
    await billing.sync(person);
    expect(await billing.my(person)).toMatchObject(PLANNED);
  });

  test('outlasts an upgrade that releases it after its request was given up', async () => {
    const person = await planned();
    jest.spyOn(stripe(), 'upgrade').mockRejectedValueOnce(new AppError('PAYMENT_UNAVAILABLE'));
    expect((await change(person, UPGRADE)).status).toBe(503);
    await releaseAll();
    await billing.reconcile();
    expect([await schedules(), await billing.my(person)]).toMatchObject([[expect.anything()], PLANNED]);
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

describe('a planned change that breaks off with what was asked for', () => {
  /** The schedule is released, and then nothing more reaches the provider. */
  const breakOff = async (call: 'scheduleChange' | 'cancelAtPeriodEnd'): Promise<SignedIn> => {
    const person = await planned();
    jest.spyOn(stripe(), call).mockImplementationOnce(async () => {
      await releaseAll();
      throw new AppError('PAYMENT_UNAVAILABLE');
    });
    return person;
  };
  const ASKED = [
    ['another change', 'scheduleChange', 'PUT', '/my', { plan_id: 'plan-enterprise', is_annual: false }],
    ['a cancellation', 'cancelAtPeriodEnd', 'POST', '/cancel', {}],
  ] as const;

  test.each(ASKED)('is shown on after %s, and planned again by a later pass', async (_, call, method, path, body) => {
    const person = await breakOff(call);
    expect((await billing.ask(person, method, path, body)).status).toBe(503);
    await billing.sync(person);
    expect([await schedules(), await billing.my(person)]).toMatchObject([[], PLANNED]);
    await billing.reconcile();
    expect([await schedules(), await billing.my(person)]).toMatchObject([[expect.anything()], PLANNED]);
    expect(await kept(person)).toEqual([]);
  });
});

test.each(['answered', 'not answered'])('a planned change ends with a cancellation that is %s', async (answer) => {
  const person = await planned();
  const provider = stripe();
  const original = provider.cancelAtPeriodEnd.bind(provider);
  if (answer === 'not answered')
    jest.spyOn(provider, 'cancelAtPeriodEnd').mockImplementationOnce(async (id) => {
      await original(id);
      throw new AppError('PAYMENT_UNAVAILABLE');
    });
  await billing.ask(person, 'POST', '/cancel', {});
  await billing.sync(person);
  await billing.data(person, 'POST', '/resume');
  await billing.reconcile();
  expect([await schedules(), await kept(person)]).toEqual([[], []]);
  expect(await billing.my(person)).toMatchObject({ ...YEAR, pending_plan_id: null, next_charge: { amount: 99.99 } });
});

describe('two upgrades at once', () => {
  test('of which one has just planned again what the other takes off leave it planned', async () => {
    const person = await planned();
    await billing.spoilCard('insufficient_funds');
    const provider = stripe();
    const [upgradeNow, plan] = [provider.upgrade.bind(provider), provider.scheduleChange.bind(provider)];
    const [isAsked, isPlanned] = [signal(), signal()];
    let second: Promise<unknown> = Promise.resolve();
    jest
      .spyOn(provider, 'upgrade')
      .mockImplementationOnce(async () => {
        await releaseAll();
        throw new AppError('PAYMENT_METHOD_REFUSED');
      })
      .mockImplementationOnce(async (...order) => {
        isAsked.give();
        await isPlanned.given;
        return upgradeNow(...order);
      });
    jest.spyOn(provider, 'scheduleChange').mockImplementationOnce(async (...order) => {
      second = change(person, UPGRADE);
      await isAsked.given;
      return plan(...order);
    });
    expect((await change(person, UPGRADE)).body.code).toBe('PAYMENT_METHOD_REFUSED');
    isPlanned.give();
    expect(await second).toMatchObject({ body: { data: { subscription: PLANNED } } });
    expect(await schedules()).toHaveLength(1);
  });

  test('keep what is planned once', async () => {
    const person = await planned();
    const { id } = await oneRow<{ id: string }>(app.dataSource, `select id from subscriptions where user_id = $1`, [
      person.userId,
    ]);
    await Promise.all(Array.from({ length: 8 }, () => keepPlannedChange(app.dataSource, id)));
    expect(await kept(person)).toEqual([{ plan: 'pro' }]);
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

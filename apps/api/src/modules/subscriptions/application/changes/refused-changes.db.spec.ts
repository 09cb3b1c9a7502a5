import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { ChangeRefused } from '../../providers/change-refused.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const { app, billing } = useBilling();
afterEach(() => {
  jest.restoreAllMocks();
});

const UPGRADE = { plan_id: 'plan-enterprise' };
const YEAR = { plan_id: 'plan-pro', is_annual: true };
const ask = async (person: SignedIn, method: string, path: string, body?: object) => {
  const answer = await billing.ask(person, method, path, body);
  return [answer.status, answer.body.code ?? answer.body.data];
};
const schedules = async () =>
  (await billing.stripe.subscriptionSchedules.list()).data.filter(({ status }) => status === 'active');

describe('a plan that has ended at its provider, which no webhook has told yet,', () => {
  test.each([
    ['a preview of an upgrade', 'GET', '/preview/plan-enterprise', undefined],
    ['an upgrade', 'PUT', '/my', UPGRADE],
    ['a change at the end of the period', 'PUT', '/my', YEAR],
  ])('is told to have ended by %s, and nothing is charged', async (_, method, path, body) => {
    const { person } = await billing.buy();
    await billing.endUnheard(person);
    expect(await ask(person, method, path, body)).toEqual([409, 'NOT_SUBSCRIBED']);
    expect([await billing.planOf(person), await billing.my(person)]).toEqual(['free', null]);
    expect(await billing.paymentStates(person)).toEqual(['checkout success']);
  });

  test('is told to have ended by an upgrade that was begun before', async () => {
    const { person } = await billing.buy();
    const stripe = app.app.get(PaymentProviders, { strict: false }).get('stripe');
    jest
      .spyOn(stripe, 'previewUpgrade')
      .mockResolvedValueOnce({ amountCents: 2000, prorationDate: Date.now() / 1000, periodStart: 0 });
    await billing.endUnheard(person);
    expect(await ask(person, 'PUT', '/my', UPGRADE)).toEqual([409, 'NOT_SUBSCRIBED']);
    expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade cancelled']);
  });

  test('is told to have ended by an attempt to resume it', async () => {
    const { person } = await billing.buy();
    expect(await ask(person, 'POST', '/cancel', {})).toMatchObject([200, { status: 'canceled' }]);
    await billing.endUnheard(person);
    expect(await ask(person, 'POST', '/resume')).toEqual([409, 'NOT_SUBSCRIBED']);
    expect(await billing.planOf(person)).toBe('free');
  });

  test('is cancelled without a failure', async () => {
    const { person } = await billing.buy();
    await billing.endUnheard(person);
    expect(await ask(person, 'POST', '/cancel', { reason: 'not_using' })).toEqual([200, null]);
    expect(await billing.planOf(person)).toBe('free');
  });
});

describe('while another tab plans a change', () => {
  test('a change is refused, and can be made afterwards', async () => {
    const { person } = await billing.buy();
    await billing.planMeanwhile(person);
    expect(await ask(person, 'PUT', '/my', YEAR)).toEqual([409, 'SUBSCRIPTION_NOT_CHANGEABLE']);
    expect(await ask(person, 'PUT', '/my', YEAR)).toMatchObject([
      200,
      { subscription: { pending_plan_id: 'plan-pro', pending_is_annual: true } },
    ]);
    expect(await schedules()).toHaveLength(1);
  });

  test('a cancellation is refused, and can be made afterwards', async () => {
    const { person } = await billing.buy();
    await billing.planMeanwhile(person);
    expect(await ask(person, 'POST', '/cancel', {})).toEqual([409, 'SUBSCRIPTION_NOT_CHANGEABLE']);
    expect(await billing.my(person)).toMatchObject({ status: 'active' });
    expect(await ask(person, 'POST', '/cancel', {})).toMatchObject([200, { status: 'canceled' }]);
    expect(await schedules()).toEqual([]);
  });
});

test('a cancellation that is refused because another tab was first is made all the same, with its reason', async () => {
  const { person } = await billing.buy();
  const stripe = app.app.get(PaymentProviders, { strict: false }).get('stripe');
  const { cancelAtPeriodEnd } = stripe;
  jest.spyOn(stripe, 'cancelAtPeriodEnd').mockImplementationOnce(async (id) => {
    await cancelAtPeriodEnd.call(stripe, id);
    throw new ChangeRefused(new Error('released before'));
  });
  expect(await ask(person, 'POST', '/cancel', { reason: 'not_using' })).toMatchObject([200, { status: 'canceled' }]);
});

test('an upgrade that is refused is ended, so that the next one is asked for anew', async () => {
  const { person } = await billing.buy();
  const stripe = app.app.get(PaymentProviders, { strict: false }).get('stripe');
  const upgrade = jest.spyOn(stripe, 'upgrade').mockRejectedValueOnce(new ChangeRefused(new Error('not now')));
  expect(await ask(person, 'PUT', '/my', UPGRADE)).toEqual([409, 'SUBSCRIPTION_NOT_CHANGEABLE']);
  expect(await billing.paymentStates(person)).toEqual(['checkout success', 'upgrade cancelled']);
  expect(await ask(person, 'PUT', '/my', UPGRADE)).toMatchObject([200, { payment: { status: 'success' } }]);
  expect(new Set(upgrade.mock.calls.map(([, , { key }]) => key)).size).toBe(2);
});

test('of two changes that are planned at once, one is planned and the other one is planned or refused', async () => {
  const { person } = await billing.buy('plan-enterprise');
  const wishes = [{ plan_id: 'plan-pro' }, { plan_id: 'plan-enterprise', is_annual: true }];
  const answers = await Promise.all(wishes.map((wish) => ask(person, 'PUT', '/my', wish)));
  const refused = answers.filter(([status]) => status !== 200);
  expect(refused).toEqual(refused.map(() => [409, 'SUBSCRIPTION_NOT_CHANGEABLE']));
  expect(refused.length).toBeLessThan(2);
  expect(await schedules()).toHaveLength(1);
});

test.each([
  ['an outage', new AppError('PAYMENT_UNAVAILABLE'), [503, 'PAYMENT_UNAVAILABLE']],
  ['a fault', new Error('a fault'), [500, 'INTERNAL_ERROR']],
])('%s is no refusal: the subscription is not read for it', async (_, error, answer) => {
  const { person } = await billing.buy();
  const stripe = app.app.get(PaymentProviders, { strict: false }).get('stripe');
  jest.spyOn(stripe, 'cancelAtPeriodEnd').mockRejectedValueOnce(error);
  jest.spyOn(stripe, 'previewUpgrade').mockRejectedValueOnce(error);
  const read = jest.spyOn(stripe, 'readSubscription');
  expect(await ask(person, 'POST', '/cancel', {})).toEqual(answer);
  expect(await ask(person, 'GET', '/preview/plan-enterprise')).toEqual(answer);
  expect(read).not.toHaveBeenCalled();
});

import type { Answer, PaymentOutcome, PaymentProviderId } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { billingOf } from '../../../../../test/support/billing/billing.js';
import { usePaypalShop } from '../../../../../test/support/billing/paypal-shop.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { rows } from '../../../../platform/database/rows.js';
import type { PaymentProvider } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const { sandbox, app, ask, data, buy, my, remaining, planOf, historyOf, paymentsOf, advance, reconcile, eraseRest } =
  usePaypalShop();
const billing = billingOf(app, sandbox);
beforeEach(() => billing.preparePrices());

const HOUR = 3_600;
const DAY = 24 * HOUR;

const configured = () => app.app.get(PaymentProviders, { strict: false }).byId;
let known: [PaymentProviderId, PaymentProvider][];
beforeEach(async () => {
  known = [...configured()];
  // No webhook arrives, and what happened is older than the events that are read again.
  await sandbox.control('paypal/webhooks', { mode: 'lost' });
  for (const [, provider] of known) jest.spyOn(provider, 'listEvents').mockResolvedValue([]);
});
afterEach(() => {
  jest.restoreAllMocks();
});
const switchOn = () => known.forEach(([id, provider]) => configured().set(id, provider));
afterEach(switchOn);
const switchOff = (...ids: PaymentProviderId[]) => ids.forEach((id) => configured().delete(id));

/** To so many seconds after the end of the running period. */
const passPeriod = async (person: SignedIn, seconds: number) => {
  await billing.passPeriod(person);
  await advance(seconds - 2 * HOUR);
};
/** By a saved card at Stripe. */
const subscribeAnew = async (person: SignedIn) => {
  const payment_method = await billing.saveCard(person);
  const paid = await data<PaymentOutcome>(person, 'POST', '', { plan_id: 'plan-pro', payment_method });
  expect(paid.status).toBe('success');
};
afterEach(() =>
  rows(
    app.dataSource,
    `with lost as (update subscriptions set status = 'canceled', provider_subscription_id = 'gone_' || id
                    where provider_subscription_id like 'sub_lost_%' returning user_id)
     update users set plan = 'free' where id in (select user_id from lost)`,
  ),
);

/** Subscriptions whose period is over, of which nothing was read for a day. */
const insertOverdue = (provider: PaymentProviderId, count: number) =>
  rows(
    app.dataSource,
    `with people as (insert into users (name, plan) select 'A', 'pro' from generate_series(1, $2) returning id)
     insert into subscriptions (user_id, provider, provider_subscription_id, plan, is_annual, status, anchored_at,
                                period_start, period_end, read_number, synced_at)
     select id, $1, 'sub_lost_' || id, 'pro', false, 'active', now(), now(), billing_now() - interval '1 hour', 1,
            now() - interval '1 day' from people`,
    [provider, count],
  );

test('with no provider at all, a year that was paid goes on giving the credits of each month', async () => {
  const { person } = await buy('plan-pro', true);
  switchOff('stripe', 'paypal');
  await advance(32 * DAY);
  await reconcile();
  const grants = `select 1 from credit_grants where user_id = $1 and kind = 'plan_month'`;
  expect(await rows(app.dataSource, grants, [person.userId])).toHaveLength(2);
  expect(await remaining(person)).toBe(200);
});

describe('subscriptions that cannot be read', () => {
  const renewed = async () => {
    const { person } = await buy();
    await passPeriod(person, 2 * HOUR);
    return person;
  };
  const isRenewed = async (person: SignedIn) => (await paymentsOf(person)).length === 2;

  test('since their provider is switched off keep no other one waiting', async () => {
    const person = await renewed();
    await insertOverdue('stripe', 101);
    switchOff('stripe');
    await reconcile();
    expect(await isRenewed(person)).toBe(true);
  });

  test('since their provider does not know them keep others waiting for one pass', async () => {
    const person = await renewed();
    await insertOverdue('paypal', 101);
    for (let passes = 0; passes < 2; passes += 1) await reconcile();
    expect(await isRenewed(person)).toBe(true);
  });
});

test('a subscription whose grace is over ends, though its provider does not know it', async () => {
  await insertOverdue('paypal', 1);
  const inGrace = `status = 'past_due', grace_until = billing_now() - interval '1 minute'`;
  await rows(app.dataSource, `update subscriptions set ${inGrace} where provider_subscription_id like 'sub_lost_%'`);
  await reconcile();
  const found = `select s.status, u.plan from subscriptions s join users u on u.id = s.user_id
                  where provider_subscription_id like 'sub_lost_%'`;
  expect(await rows(app.dataSource, found)).toEqual([{ status: 'unknown', plan: 'free' }]);
});

describe('a subscription that its provider does not know', () => {
  /** As if the keys of another account had been set. */
  const lose = ({ userId }: SignedIn) =>
    rows(app.dataSource, `update subscriptions set provider_subscription_id = 'sub_lost_' || id where user_id = $1`, [
      userId,
    ]);
  const sold = {
    stripe: () => billing.buy(),
    paypal: () => buy(),
  };

  test('ends two days after its period', async () => {
    await insertOverdue('paypal', 1);
    const standing = `select s.status, u.plan from subscriptions s join users u on u.id = s.user_id
                       where provider_subscription_id like 'sub_lost_%'`;
    await advance(46 * HOUR);
    await reconcile();
    expect(await rows(app.dataSource, standing)).toEqual([{ status: 'active', plan: 'pro' }]);
    await advance(2 * HOUR);
    await reconcile();
    expect(await rows(app.dataSource, standing)).toEqual([{ status: 'unknown', plan: 'free' }]);
  });

  test('at paypal is not cancelled, which its owner is told', async () => {
    const { person } = await sold.paypal();
    await lose(person);
    const refused = await ask(person, 'POST', '/cancel', {});
    expect([refused.status, refused.body.code]).toEqual([409, 'SUBSCRIPTION_UNKNOWN']);
    expect(await my(person)).toMatchObject({ status: 'active' });
  });

  test.each([
    ['stripe', 'at once', { plan_id: 'plan-enterprise' }],
    ['stripe', 'at the end of the period', { plan_id: 'plan-pro', is_annual: true }],
    ['paypal', 'at the end of the period', { plan_id: 'plan-enterprise' }],
  ] as const)('at %s is not changed %s, which its owner is told, and nothing is begun', async (id, _, wish) => {
    const { person } = await sold[id]();
    await lose(person);
    const charges = async () => (await billing.stripe.paymentIntents.list()).data;
    const before = await charges();
    const answer = await expectUnchanged(app.dataSource, () => ask(person, 'PUT', '/my', wish));
    expect([answer.status, answer.body.code]).toEqual([409, 'SUBSCRIPTION_UNKNOWN']);
    expect(await charges()).toEqual(before);
  });

  test.each(['stripe', 'paypal'] as const)('at %s does not hold the removal of its account up', async (id) => {
    const { person } = await sold[id]();
    await lose(person);
    await app.request('DELETE', '/users/account', { token: person.token });
    expect(await eraseRest(person)).toBe(true);
  });
});

describe('a subscription whose provider is switched off', () => {
  test('is not refunded: its credits stay, and no refund is offered', async () => {
    const { person, paid } = await buy();
    switchOff('paypal');
    const refused = await ask(person, 'POST', '/refund', { payment_id: paid.payment_id });
    expect([refused.status, refused.body.code]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
    expect(await remaining(person)).toBe(200);
    const { data: shown } = await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments');
    expect(shown).toMatchObject([{ can_refund: false }]);
  });

  test('ends two days after its period, and the person may subscribe anew', async () => {
    const { person } = await buy();
    switchOff('paypal');
    await passPeriod(person, 47 * HOUR);
    await reconcile();
    expect([await planOf(person), (await my(person))?.plan_type]).toEqual(['pro', 'pro']);
    await advance(2 * HOUR);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
    expect(await historyOf(person)).toEqual(['started', 'ended']);
    await subscribeAnew(person);
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
  });

  test('and that was cancelled ends with its period', async () => {
    const { person } = await buy();
    await data(person, 'POST', '/cancel', {});
    switchOff('paypal');
    await passPeriod(person, 3 * HOUR);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
  });

  test('and whose renewal had failed ends with the grace', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'renewal_declined' });
    await passPeriod(person, 2 * HOUR);
    await reconcile();
    switchOff('paypal');
    await advance(6 * DAY);
    await reconcile();
    expect(await planOf(person)).toBe('pro');
    await advance(DAY);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
  });

  /** Two days after the period; PayPal has been paid for the next one. */
  const ended = async () => {
    const { person } = await buy();
    switchOff('paypal');
    await passPeriod(person, 49 * HOUR);
    await reconcile();
    expect(await planOf(person)).toBe('free');
    return person;
  };
  /** The next look at what was not known. */
  const lookAgain = async () => {
    switchOn();
    await rows(
      app.dataSource,
      `update subscriptions set synced_at = now() - interval '1 hour' where status = 'unknown'`,
    );
    await reconcile();
  };

  test('has its plan again once it is switched on, with the credits of what was paid', async () => {
    const person = await ended();
    await lookAgain();
    expect(await my(person)).toMatchObject({ provider: 'paypal', status: 'active' });
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
  });

  test('is ended once it is switched on beside a newer one, and only what brought nothing is paid back', async () => {
    const person = await ended();
    await subscribeAnew(person);
    await lookAgain();
    expect(await my(person)).toMatchObject({ provider: 'stripe', status: 'active' });
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
    // The first month had given its credits.
    expect(await sandbox.control<object[]>('paypal/payments')).toMatchObject([
      { status: 'COMPLETED' },
      { status: 'REFUNDED' },
    ]);
    expect((await billing.stripe.refunds.list()).data).toEqual([]);
  });

  test('is paid back what it was charged for periods that were over when it is switched on', async () => {
    const person = await ended();
    for (let periods = 0; periods < 2; periods += 1) await advance(31 * DAY);
    await lookAgain();
    // The first month gave its credits in time, the running one gives them now.
    expect(await remaining(person)).toBe(200);
    const paid = ['COMPLETED', 'REFUNDED', 'REFUNDED', 'COMPLETED'].map((status) => ({ status }));
    expect(await sandbox.control<object[]>('paypal/payments')).toMatchObject(paid);
    expect([await planOf(person), await my(person)]).toMatchObject(['pro', { status: 'active' }]);
  });

  test('holds the removal of its account up until it is switched on', async () => {
    const person = await ended();
    await app.request('DELETE', '/users/account', { token: person.token });
    await expect(eraseRest(person)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    switchOn();
    expect(await eraseRest(person)).toBe(true);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
  });
});

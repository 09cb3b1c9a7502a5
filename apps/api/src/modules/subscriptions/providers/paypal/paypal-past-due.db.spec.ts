import { approveAtPaypal, changeFundingAtPaypal } from '@app/sandbox';
import { describe, expect, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { usePaypalShop } from '../../../../../test/support/billing/paypal-shop.js';
import { billingOf } from '../../../../../test/support/billing/billing.js';
import { row } from '../../../../platform/database/rows.js';

const {
  sandbox,
  app,
  ask,
  data,
  begin,
  confirm,
  buy,
  my,
  remaining,
  planOf,
  historyOf,
  paymentsOf,
  advance,
  reconcile,
} = usePaypalShop();
const billing = billingOf(app, sandbox);

const DAY = 86_400;
const statuses = async () =>
  (await sandbox.control<{ status: string }[]>('paypal/subscriptions')).map(({ status }) => status);

/** Somebody whose renewal was refused; PayPal tries again after five days. */
async function failing() {
  const { person, id } = await buy();
  await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'renewal_declined' });
  await billing.passPeriod(person);
  await reconcile();
  const { grace_until: grace, hosted_invoice_url: page } = (await my(person)) ?? {};
  expect(grace).toEqual(expect.any(String));
  return { person, id, grace, page: page ?? '' };
}
const failedMailOf = ({ userId }: SignedIn) =>
  row(app.dataSource, `select facts from billing_mails where user_id = $1 and kind = 'failed'`, [userId]);
const passDays = async (days: number) => {
  await advance(days * DAY);
  await reconcile();
};

describe('a renewal that PayPal could not take', () => {
  test('leads to the page of PayPal on which the way to pay is changed, and is taken there by itself', async () => {
    const { person, id, page } = await failing();
    expect(page).toBe(`${sandbox.environment()['PAYPAL_BASE_URL']}/myaccount/autopay`);
    await changeFundingAtPaypal(page, id, 'card');
    await passDays(5);
    expect(await my(person)).toMatchObject({ status: 'active', grace_until: null, hosted_invoice_url: null });
    expect(await remaining(person)).toBe(200);
  });

  test('is told by a mail that leads to the same page', async () => {
    const { person, page, grace } = await failing();
    const facts = { provider: 'paypal', payUrl: page, until: grace, isCancelled: false };
    expect(await failedMailOf(person)).toMatchObject({ facts });
  });
});

test('a first payment that PayPal refuses is repaired by another purchase, not on that page', async () => {
  const person = await app.signIn();
  const { session_id, url } = await begin(person);
  await approveAtPaypal(url, { funding: 'card_declined' });
  expect(await confirm(person, session_id)).toMatchObject({ status: 'failed', hosted_invoice_url: null });
});

describe('a plan that is cancelled after PayPal could not take its renewal', () => {
  test('stays until the end of the grace, and nothing more is charged', async () => {
    const { person, id, grace } = await failing();
    expect(await data(person, 'POST', '/cancel', {})).toMatchObject({
      status: 'canceled',
      grace_until: grace,
      next_charge: null,
    });
    expect(await statuses()).toEqual(['SUSPENDED']);
    // The account has money again, on the day of the further attempt.
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'balance' });
    await passDays(6);
    expect([await planOf(person), await my(person)]).toMatchObject(['pro', { status: 'canceled', grace_until: grace }]);
    await passDays(2);
    expect([await planOf(person), await my(person), await statuses()]).toEqual(['free', null, ['CANCELLED']]);
    expect(await paymentsOf(person)).toEqual([
      ['renewal', 'failed'],
      ['checkout', 'success'],
    ]);
    expect((await historyOf(person)).toSorted()).toEqual(['cancelled', 'ended', 'failed', 'started']);
  });

  test('cannot be resumed, because PayPal would not charge what is missing', async () => {
    const { person, grace } = await failing();
    await data(person, 'POST', '/cancel', {});
    const refused = await ask(person, 'POST', '/resume');
    expect([refused.status, refused.body.code]).toEqual([409, 'NOT_SUPPORTED_BY_PROVIDER']);
    expect(await statuses()).toEqual(['SUSPENDED']);
    expect(await my(person)).toMatchObject({ status: 'canceled', grace_until: grace });
  });
});

test('a failed renewal of a plan that was cancelled before anybody heard of it is told without further tries', async () => {
  const { person, id } = await buy();
  await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'renewal_declined' });
  await billing.passPeriod(person);
  expect(await data(person, 'POST', '/cancel', {})).toMatchObject({
    status: 'canceled',
    grace_until: expect.any(String),
  });
  expect(await statuses()).toEqual(['SUSPENDED']);
  expect(await failedMailOf(person)).toMatchObject({ facts: { provider: 'paypal', isCancelled: true } });
});

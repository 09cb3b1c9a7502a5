import type { Answer, PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { billingOf } from '../../../../../test/support/billing/billing.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { rows } from '../../../../platform/database/rows.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
const billing = billingOf(app, sandbox);
beforeAll(() => billing.stopJobs());
beforeEach(() => billing.preparePrices());
afterEach(() => expectInvariants(app.dataSource));

const outcomeOf = (person: SignedIn, id: string) =>
  billing.data<PaymentOutcome>(person, 'POST', '/confirm-payment', { payment_intent_id: id });

test('a payment that stands was neither refunded nor disputed', async () => {
  const { paid } = await billing.buy();
  expect(paid).toMatchObject({ status: 'success', refunded_amount: 0, is_disputed: false });
});

test('a payment that was refunded says so whenever it is confirmed again', async () => {
  const { person, paid } = await billing.buy();
  await billing.data(person, 'POST', '/refund', { payment_id: paid.payment_id });
  expect(await outcomeOf(person, paid.payment_id)).toMatchObject({
    status: 'success',
    amount: 9.99,
    refunded_amount: 9.99,
    is_disputed: false,
    subscription: null,
  });
});

test('a second purchase of one person is confirmed as refunded, beside the plan that stays', async () => {
  const person = await app.signIn();
  const begin = (plan_id: string) =>
    billing.data<Answer<'subscriptions.checkoutSession'>>(person, 'POST', '/checkout-session', {
      plan_id,
      success_url: '/payment/success',
      cancel_url: '/pricing',
    });
  const [first, second] = [await begin('plan-pro'), await begin('plan-enterprise')];
  const confirm = async ({ session_id }: { session_id: string }) => {
    await sandbox.control(`stripe/checkout/${session_id}/pay`, {});
    return billing.data<PaymentOutcome>(person, 'POST', '/confirm-payment-by-session', { session_id });
  };
  expect(await confirm(first)).toMatchObject({ refunded_amount: 0, subscription: { plan_id: 'plan-pro' } });
  expect(await confirm(second)).toMatchObject({
    plan_id: 'plan-enterprise',
    amount: 29.99,
    refunded_amount: 29.99,
    subscription: { plan_id: 'plan-pro' },
  });
});

test('a payment that the bank takes back says so', async () => {
  const { person, paid } = await billing.buy();
  const [payment] = await rows<{ id: string }>(
    app.dataSource,
    `select provider_payment_id as id from payments where id = $1`,
    [paid.payment_id],
  );
  await sandbox.control('stripe/disputes', { payment_intent: payment?.id });
  await billing.sync(person);
  expect(await outcomeOf(person, paid.payment_id)).toMatchObject({ status: 'success', is_disputed: true });
});

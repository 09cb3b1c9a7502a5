import { PAYMENT_FAILURE_REASONS, type Answer, type PaymentFailureReason, type PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useApp } from '../../../../../test/support/app.js';
import { billingOf } from '../../../../../test/support/billing/billing.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
const billing = billingOf(app, sandbox);
beforeAll(() => billing.stopJobs());
beforeEach(() => billing.preparePrices());
afterEach(() => expectInvariants(app.dataSource));

/** How Stripe calls what it calls otherwise than people. */
const OUTCOMES: Partial<Record<PaymentFailureReason, string>> = {
  card_declined: 'incorrect_number',
  new_account_restricted: 'new_account_information_available',
};

test.each(PAYMENT_FAILURE_REASONS.filter((reason) => reason !== 'unknown' && reason !== 'authentication_required'))(
  'a card that is declined for %s is told by that reason, and another card succeeds',
  async (reason) => {
    const person = await app.signIn();
    const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
    const { session_id, payment_id } = await billing.data<Answer<'subscriptions.checkoutSession'>>(
      person,
      'POST',
      '/checkout-session',
      body,
    );
    const pay = (outcome: string) => sandbox.control(`stripe/checkout/${session_id}/pay`, { outcome });
    const confirm = () => billing.data<PaymentOutcome>(person, 'POST', '/confirm-payment-by-session', { session_id });
    await pay(OUTCOMES[reason] ?? reason);
    expect(await confirm()).toMatchObject({ status: 'redirecting', failure_reason: reason });
    await pay('success');
    expect(await confirm()).toMatchObject({ payment_id, status: 'success', failure_reason: null });
  },
);

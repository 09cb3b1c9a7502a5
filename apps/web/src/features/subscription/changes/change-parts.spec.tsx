import { describe, expect, it } from '@jest/globals';
import type { Payment, PaymentOutcome } from '@app/contracts';
import { screen } from '@testing-library/react';
import { OUTCOME, PREVIEW, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { USER } from '../../../../test/server';
import { choiceQuery, readChoice, readProvider } from '../checkout/checkout-choice';
import { failureReason } from '../checkout/failure-reason';
import { planAction } from '../checkout/plan-action';
import { reportPurchase } from '../checkout/report-purchase';
import { ChangeOutcome, isSettled, type ChangeResult } from './change-outcome';
import { PreviewFacts } from './preview-facts';

const options = { user: USER, namespaces: ['change', 'payment'] } as const;
const facts = () => screen.getAllByRole('definition').map((value) => value.textContent);

describe('what a change costs', () => {
  const show = (part: Partial<typeof PREVIEW>, isPayPal = false, current: typeof SUBSCRIPTION | null = SUBSCRIPTION) =>
    renderPart(<PreviewFacts preview={{ ...PREVIEW, ...part }} current={current} isPayPal={isPayPal} />, options);

  it('now is told for today, with the credits that come and those that are owed', async () => {
    await show({ debt_credits: 30, is_annual: true });
    expect(facts()).toEqual(['$19.33', '+290', '30', 'today', '$29.99 a year', 'Dec 17, 2026']);
    expect(screen.queryByText(/PayPal/)).toBeNull();
    expect(screen.getByText(/\bPro\b/)).toBeVisible();
  });

  it('later is told for its day, without credits that do not change', async () => {
    await show({ kind: 'downgrade', credits: 0, debt_credits: 30, effective_at: SUBSCRIPTION.current_period_end });
    expect(facts()).toEqual(['$19.33', 'Dec 17, 2026', '$29.99 a month', 'Dec 17, 2026']);
    expect(screen.getByText(/Dec 17, 2026/, { selector: 'p' })).toBeVisible();
  });

  it('with PayPal begins on its day also for an upgrade, after consent', async () => {
    await show({}, true);
    expect(facts()).toEqual(['$19.33', '+290', 'Nov 18, 2026', '$29.99 a month', 'Dec 17, 2026']);
    expect(screen.getByText(/PayPal asks you to agree first/)).toBeVisible();
  });
});

describe('what became of a change', () => {
  const result = (payment: Partial<PaymentOutcome> | null, part: Partial<ChangeResult> = {}): ChangeResult => ({
    kind: 'upgrade',
    effective_at: SUBSCRIPTION.current_period_end,
    payment: payment && { ...OUTCOME, ...payment },
    approval_url: null,
    subscription: SUBSCRIPTION,
    ...part,
  });
  const show = async (of: ChangeResult) => {
    await renderPart(<ChangeOutcome result={of} plan="Enterprise" />, options);
    return screen.getByRole('status').textContent;
  };

  it('is settled without a payment and with one that succeeded', () => {
    expect(isSettled(result(null))).toBe(true);
    expect(isSettled(result({ status: 'success' }))).toBe(true);
    expect(isSettled(result({ status: 'redirecting' }))).toBe(false);
  });

  it('is told for now or for its day', async () => {
    expect(await show(result(null))).toBe('Your plan is now Enterprise.');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('of a smaller plan is told for its day', async () => {
    expect(await show(result(null, { kind: 'downgrade' }))).toBe('Your plan changes on Dec 17, 2026.');
  });

  it('waits where nobody has refused it and no page leads on', async () => {
    const said = await show(result({ status: 'redirecting', hosted_invoice_url: null }));
    expect(said).not.toMatch(/unchanged/);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('that the bank must confirm leads to the bank, also after a first refusal', async () => {
    const page = 'https://pay.example/in_1';
    await show(result({ status: 'failed', failure_reason: 'authentication_required', hosted_invoice_url: page }));
    expect(screen.getByRole('link')).toHaveTextContent('Confirm with your bank');
    expect(screen.getByRole('status')).toHaveTextContent('Your plan and your credits are unchanged');
  });

  it('that failed without a reason is repaired with another card', async () => {
    const page = 'https://pay.example/in_1';
    await show(result({ status: 'failed', failure_reason: null, hosted_invoice_url: page }));
    expect(screen.getByRole('link')).toHaveTextContent('Pay with another card');
    expect(screen.getByRole('status')).toHaveTextContent('unchanged');
  });
});

describe('a choice in an address', () => {
  const query = (part: object) => new URLSearchParams({ plan: 'plan-pro', provider: 'paypal', ...part });

  it('is read back as it was written', () => {
    for (const isAnnual of [true, false]) {
      const choice = { planId: 'plan-enterprise', isAnnual, provider: 'stripe' } as const;
      expect(readChoice(new URLSearchParams(choiceQuery(choice)))).toEqual(choice);
    }
  });

  it('is none without a known plan and a known provider', () => {
    expect(readChoice(query({}))).toEqual({ planId: 'plan-pro', provider: 'paypal', isAnnual: false });
    expect(readChoice(query({ plan: 'free' }))).toBeNull();
    expect(readChoice(query({ provider: 'cash' }))).toBeNull();
    expect(readProvider(query({ provider: 'cash' }))).toBeNull();
    expect(failureReason('lost_card')).toBe('lost_card');
    expect(failureReason('luck')).toBe('unknown');
    expect(failureReason(null)).toBe('unknown');
  });
});

describe('a purchase', () => {
  const stored = () => window.localStorage.getItem('reported_purchases');
  const report = (payment_id: Payment['id']) => reportPurchase({ ...OUTCOME, payment_id });

  it('is kept in mind among the latest twenty', () => {
    for (let number = 1; number <= 21; number += 1) report(`p${number}`);
    expect(stored()?.split(' ')).toHaveLength(20);
    expect(stored()).toMatch(/^p2 .* p21$/);
    report('p21');
    expect(stored()).toMatch(/ p20 p21$/);
  });
});

describe('the button of a plan', () => {
  const annual = { ...SUBSCRIPTION, is_annual: true };
  it.each([
    ['a monthly price for an annual subscriber', annual, { kind: 'change', label: 'toMonthly' }],
    [
      'the same plan, of which another interval is planned',
      { ...SUBSCRIPTION, pending_plan_id: 'plan-pro', pending_is_annual: true },
      { kind: 'current' },
    ],
  ] as const)('shows %s', (_, subscription, expected) => {
    expect(planAction({ plan: 'pro', isAnnual: false, status: 'pro', subscription })).toEqual(expected);
  });
});

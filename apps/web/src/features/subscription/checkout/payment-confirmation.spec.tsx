import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PaymentOutcome } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { OUTCOME, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { analytics } from '../../../shared/analytics/analytics';
import { NoPayment } from './no-payment';
import { PaymentConfirmation } from './payment-confirmation';

const server = startServer();
const RETURNED = { provider: 'stripe', sessionId: 'cs_1' } as const;
/** Without waiting: what counts is the order. */
const PACE = { soonMs: 0, soonTimes: 0, everyMs: 0, patientAfter: 3, laterMs: 0 };
const PENDING = { ...OUTCOME, status: 'redirecting', subscription: null } as const;

let asked = 0;
/** One after the other; the last one stays. */
const answer = (...answers: (PaymentOutcome | (() => Response))[]) =>
  server.use(
    http.post(`${API}/subscriptions/confirm-payment-by-session`, () => {
      const next = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      return typeof next === 'function' ? next() : ok(next);
    }),
  );
const show = () =>
  renderPart(<PaymentConfirmation returned={RETURNED} pace={PACE} />, { user: USER, namespaces: ['payment'] });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  asked = 0;
  server.use(meHandler('good'));
});
afterEach(() => void jest.restoreAllMocks());

describe('after a payment', () => {
  it('waits until the provider confirms it, and then says what was paid and what comes next', async () => {
    const profiles: number[] = [];
    server.use(
      http.get(`${API}/auth/me`, () => {
        profiles.push(asked);
        return ok({ ...USER, subscription_status: 'pro' });
      }),
      http.get(`${API}/quota`, () => ok({ ...QUOTA, subscriptionStatus: 'pro' })),
    );
    answer(PENDING, PENDING, OUTCOME);
    const { store } = await show();
    await heading('Pro is yours');
    expect(asked).toBe(3);
    expect(store.getState().session.user?.subscription_status).toBe('pro');
    expect(profiles).toEqual([3]);
    const fact = (label: string) => screen.getByText(label).parentElement;
    expect(fact('Paid')).toHaveTextContent('$9.99');
    expect(fact('Plan')).toHaveTextContent('Pro, monthly');
    expect(fact('Credits now')).toHaveTextContent('14.5');
    expect(fact('Next charge')).toHaveTextContent('$9.99 on Dec 17, 2026');
  });

  it('asks for patience, without a failure and without thanks, while nothing is decided', async () => {
    answer(PENDING);
    await show();
    await heading('Your payment is still being confirmed');
    expect(screen.getByText(/^Nothing is lost\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
    expect(screen.queryByText('Confirm with your bank')).toBeNull();
    expect(screen.queryByText(/is yours/)).toBeNull();
  });

  it('leads to the bank where the bank wants a confirmation', async () => {
    answer({ ...PENDING, hosted_invoice_url: 'https://bank.example/3ds' });
    await show();
    const link = await screen.findByRole('link', { name: 'Confirm with your bank' });
    expect(link).toHaveAttribute('href', 'https://bank.example/3ds');
    expect(screen.getByText('Your bank wants you to confirm this payment first.')).toBeVisible();
  });

  it.each([
    ['failed', 'insufficient_funds', '&reason=insufficient_funds'],
    ['cancelled', null, ''],
  ] as const)('goes to the page of failures when it %s, with the choice', async (status, failure_reason, suffix) => {
    answer({ ...OUTCOME, status, failure_reason, subscription: null });
    const { place } = await show();
    const choice = `plan=plan-pro&billing=monthly&provider=stripe&payment_id=${OUTCOME.payment_id}`;
    await waitFor(() => expect(place()).toBe(`/payment/failed?${choice}${suffix}`));
  });

  it('thanks nobody for a payment of somebody else', async () => {
    answer(() => refuse('NOT_FOUND'));
    await show();
    await heading('We do not know this payment');
    expect(asked).toBe(1);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/profile?tab=subscription', '/contact']);
  });

  it('goes on asking through an outage', async () => {
    const outage = () => refuse('PAYMENT_UNAVAILABLE');
    answer(outage, outage, outage, outage, OUTCOME);
    await show();
    expect(await heading('Pro is yours')).toBeVisible();
  });

  it.each([
    ['en', 'The payment could not be checked', /If you have paid, nothing is lost/, 'Check again'],
    ['zh', '没能查到付款结果', /如果你已经付款，款项不会丢失/, '再查一次'],
  ] as const)(
    'says in %s that it cannot be confirmed at the moment, and asks again',
    async (locale, title, text, again) => {
      answer(() => refuse('PAYMENT_UNAVAILABLE'));
      await renderPart(<PaymentConfirmation returned={RETURNED} pace={PACE} />, {
        user: USER,
        locale,
        namespaces: ['payment'],
      });
      await heading(title);
      expect(asked).toBeGreaterThanOrEqual(PACE.patientAfter);
      expect(screen.getByText(text)).toBeVisible();
      answer(OUTCOME);
      await userEvent.click(screen.getByRole('button', { name: again }));
      await screen.findByRole('heading', { level: 1, name: /Pro|专业版/ });
    },
  );

  it('counts the purchase once, however often the page is opened', async () => {
    const event = jest.spyOn(analytics, 'event');
    answer({ ...OUTCOME, subscription: SUBSCRIPTION });
    await show();
    await heading('Pro is yours');
    await show();
    await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Pro is yours' })).toHaveLength(2));
    expect(event.mock.calls).toEqual([['purchase', { plan: 'pro', value: 9.99, currency: 'USD' }]]);
  });

  it.each([
    ['free', /We found no payment\.$/, 'See the plans', '/pricing'],
    ['pro', 'Your plan is Pro.', 'Receipt and plan', '/profile?tab=subscription'],
  ] as const)('without one says so, and leads on from the plan %s', async (plan, text, link, address) => {
    await renderPart(<NoPayment />, { user: { ...USER, subscription_status: plan }, namespaces: ['payment'] });
    expect(await heading('No payment to confirm')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([link]);
    expect(screen.getByRole('link')).toHaveAttribute('href', address);
  });
});

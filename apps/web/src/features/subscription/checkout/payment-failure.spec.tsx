import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PAYMENT_FAILURE_REASONS, type PaymentOutcome } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { OUTCOME, pricedPlans } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import en from '../../../locales/en/payment.json';
import zh from '../../../locales/zh/payment.json';
import { REMEDIES } from './failure-reason';
import { LeftPayment, PaymentFailure } from './payment-failure';

const server = startServer();
const leaveTo = leave.to;
const CHOICE = { planId: 'plan-pro', isAnnual: true, provider: 'stripe' } as const;
let left: string[];
let bodies: unknown[];

beforeEach(() => {
  left = [];
  bodies = [];
  leave.to = (address) => void left.push(address);
  server.use(
    http.get(`${API}/subscriptions/plans`, () => ok(pricedPlans(['stripe']))),
    http.post(`${API}/subscriptions/checkout-session`, async ({ request }) => {
      bodies.push(await request.json());
      return ok({ session_id: 'cs_2', url: 'https://pay.example/cs_2', payment_id: OUTCOME.payment_id });
    }),
  );
});
afterEach(() => {
  leave.to = leaveTo;
});

const came = (part: Partial<PaymentOutcome>) =>
  server.use(
    http.patch(`${API}/subscriptions/payments/${OUTCOME.payment_id}/status`, async ({ request }) => {
      expect(await request.json()).toEqual({ status: 'cancelled' });
      return ok({ ...OUTCOME, subscription: null, ...part });
    }),
  );
const showLeft = (user: typeof USER | null = USER) =>
  renderPart(<LeftPayment paymentId={OUTCOME.payment_id} choice={CHOICE} />, { user, namespaces: ['payment'] });

describe('coming back from the page of the provider', () => {
  it('without having paid is no failure, and keeps the choice', async () => {
    came({ status: 'cancelled' });
    await showLeft();
    expect(await screen.findByRole('heading', { name: 'You left before paying' })).toBeVisible();
    expect(screen.getByText(/Your choice is kept: Pro, \$99\.99 a year/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
    await waitFor(() => expect(left).toEqual(['https://pay.example/cs_2']));
    expect(bodies).toMatchObject([{ plan_id: 'plan-pro', is_annual: true }]);
  });

  it('after a declined card says why', async () => {
    came({ status: 'failed', failure_reason: 'insufficient_funds' });
    await showLeft();
    expect(await screen.findByText('There is not enough money in your account.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use another card' })).toBeVisible();
  });

  it.each(['success', 'redirecting'] as const)(
    'with a payment that is %s leads to the page that waits',
    async (status) => {
      came({ status });
      const { place } = await showLeft();
      const wanted = `/payment/success?provider=stripe&payment_id=${OUTCOME.payment_id}`;
      await waitFor(() => expect(place()).toBe(wanted));
    },
  );

  it('claims nothing when the provider cannot be asked, and asks again on demand', async () => {
    server.use(http.patch(`${API}/subscriptions/payments/:id/status`, () => refuse('PAYMENT_UNAVAILABLE')));
    await showLeft();
    expect(await screen.findByRole('heading', { name: 'The payment could not be checked' })).toBeVisible();
    expect(screen.queryByText(en.failed.nothingCharged)).toBeNull();
    came({ status: 'cancelled' });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'You left before paying' })).toBeVisible();
  });

  it('signed out asks to sign in first', async () => {
    await showLeft(null);
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
  });
});

describe('a failed payment', () => {
  it.each(PAYMENT_FAILURE_REASONS)('by %s has its text, a remedy and a way on', async (reason) => {
    await renderPart(<PaymentFailure reason={reason} choice={CHOICE} />, { user: USER, namespaces: ['payment'] });
    expect(await screen.findByText(en.failed.reasons[reason])).toBeVisible();
    expect(screen.getByText(en.failed.remedies[REMEDIES[reason]])).toBeVisible();
    expect(screen.getByText(en.failed.nothingCharged)).toBeVisible();
    expect(screen.getByRole('button', { name: /Try again|Use another card/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Write to us' })).toBeVisible();
  });

  it.each([
    ['authentication_required', 'Please try again and confirm the payment with your bank.'],
    ['try_again_later', 'Please try again in a few minutes.'],
  ] as const)('by %s, which no other details help against, says what does', async (reason, remedy) => {
    await renderPart(<PaymentFailure reason={reason} choice={CHOICE} />, { user: USER, namespaces: ['payment'] });
    expect(await screen.findByText(remedy)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each(PAYMENT_FAILURE_REASONS)('by %s has them in Chinese', async (reason) => {
    await renderPart(<PaymentFailure reason={reason} choice={CHOICE} />, {
      user: USER,
      locale: 'zh',
      namespaces: ['payment'],
    });
    expect(await screen.findByText(zh.failed.reasons[reason])).toBeVisible();
    expect(screen.getByText(zh.failed.remedies[REMEDIES[reason]])).toBeVisible();
    expect(screen.getByText(zh.failed.nothingCharged)).toBeVisible();
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PaymentFailureReason, PricedPlan } from '@app/contracts';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useNavigate } from 'react-router-dom';
import { OUTCOME, pricedPlans } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import type { CheckoutChoice } from './checkout-choice';
import { LeftPayment, PaymentFailure } from './payment-failure';

const server = startServer();
const leaveTo = leave.to;
const CHOICE: CheckoutChoice = { planId: 'plan-pro', isAnnual: false, provider: 'stripe' };
let left: string[];
let started: string[];

const checkout = (path: string) =>
  http.post(`${API}/subscriptions/${path}`, () => {
    started.push(path);
    return ok({ session_id: 'cs_2', url: `https://pay.example/${path}`, payment_id: OUTCOME.payment_id });
  });
const sold = (plans: PricedPlan[]) => server.use(http.get(`${API}/subscriptions/plans`, () => ok(plans)));

beforeEach(() => {
  [left, started] = [[], []];
  leave.to = (address) => void left.push(address);
  server.use(checkout('checkout-session'), checkout('paypal/checkout-session'));
  sold(pricedPlans());
});
afterEach(() => {
  leave.to = leaveTo;
});

interface Shown {
  reason?: PaymentFailureReason | null;
  choice?: CheckoutChoice | null;
  user?: typeof USER | null;
}
const show = ({ reason = 'card_declined', choice = CHOICE, user = USER }: Shown = {}) =>
  renderPart(<PaymentFailure reason={reason} choice={choice} />, { user, namespaces: ['payment'] });
/** Once the plans are known. */
const buttons = async (world: Shown) => {
  const { store, unmount } = await show(world);
  const isKnown = () =>
    Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.fulfilled);
  await waitFor(() => expect(isKnown()).toBe(true));
  const names = screen.queryAllByRole('button').map(({ textContent }) => textContent);
  unmount();
  return names;
};

describe('after a payment that failed', () => {
  it('PayPal is a way on after a card, where the plan is sold by it', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with PayPal' }));
    await waitFor(() => expect(left).toEqual(['https://pay.example/paypal/checkout-session']));
    expect(screen.getByRole('button', { name: 'Pay with PayPal' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('button', { name: 'Use another card' })).not.toHaveAttribute('aria-busy');
    expect(screen.getByRole('button', { name: 'Use another card' })).toBeDisabled();
    expect(started).toEqual(['paypal/checkout-session']);
  });

  it('PayPal is no way on after PayPal, nor where it does not sell this plan', async () => {
    expect(await buttons({ choice: { ...CHOICE, provider: 'paypal' } })).toEqual(['Use another card']);
    sold(pricedPlans().map((plan) => (plan.id === 'plan-pro' ? { ...plan, providers: ['stripe'] } : plan)));
    expect(await buttons({})).toEqual(['Use another card']);
  });

  it.each([
    ['retry', 'incorrect_cvc', 'Try again'],
    ['support', 'unknown', 'Try again'],
    ['another card', 'expired_card', 'Use another card'],
    ['the bank', 'stolen_card', 'Use another card'],
    ['nothing, as it was left', null, 'Continue to payment'],
  ] as const)('the button is named after what helps: %s', async (_, reason, name) => {
    expect(await buttons({ reason, choice: { ...CHOICE, provider: 'paypal' } })).toEqual([name]);
  });

  it('there is nothing to repeat without a choice, nor for a visitor; the plans stay', async () => {
    expect(await buttons({ choice: null })).toEqual([]);
    expect(await buttons({ user: null })).toEqual([]);
    await show({ choice: null, reason: null });
    expect(screen.getByText('You can choose a plan whenever you like.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByRole('link', { name: 'Write to us' })).toBeNull();
  });

  it('the choice that is kept is named with the price of its interval', async () => {
    await show({ reason: null });
    expect(screen.getByText(/kept: Pro, \$9\.99 a month\./)).toBeVisible();
  });

  it('another attempt that cannot begin says why', async () => {
    server.use(http.post(`${API}/subscriptions/checkout-session`, () => refuse('PAYMENT_UNAVAILABLE')));
    await show();
    expect(screen.queryByText(/payment service is unavailable/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Use another card' }));
    expect(await screen.findByText(/payment service is unavailable/)).toHaveAttribute('role', 'alert');
    expect(screen.getByRole('button', { name: 'Use another card' })).not.toHaveAttribute('aria-busy');
    expect(left).toEqual([]);
  });
});

describe('coming back from the page of the provider', () => {
  const PATH = `/payment/failed?payment_id=${OUTCOME.payment_id}`;
  function Back() {
    const navigate = useNavigate();
    return (
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    );
  }
  const come = (user: typeof USER | null = USER) =>
    renderPart(
      <>
        <Back />
        <LeftPayment paymentId={OUTCOME.payment_id} choice={CHOICE} />
      </>,
      { user, namespaces: ['payment'], path: PATH },
    );
  const answer = (part: object) =>
    server.use(http.patch(`${API}/subscriptions/payments/:id/status`, () => ok({ ...OUTCOME, ...part })));

  it('with a payment leaves no page behind to which "back" would lead', async () => {
    answer({ status: 'success' });
    const { place } = await come();
    await waitFor(() => expect(place()).toContain('/payment/success'));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(place()).toContain('/payment/success');
  });

  it('after a failure that nobody explained says so', async () => {
    answer({ status: 'failed', failure_reason: null });
    await come();
    expect(await screen.findByText('We were not told why.')).toBeVisible();
  });

  it('signed out returns to the same payment after sign-in', async () => {
    window.history.replaceState(null, '', PATH);
    await come(null);
    const href = screen.getByRole('link', { name: 'Sign in' }).getAttribute('href') ?? '';
    expect(new URL(href, 'http://localhost').searchParams.get('redirect')).toBe(PATH);
    window.history.replaceState(null, '', '/');
  });

  it('says that it is being checked until the answer is there, also the second time', async () => {
    let answered = () => {};
    server.use(http.patch(`${API}/subscriptions/payments/:id/status`, () => refuse('PAYMENT_UNAVAILABLE')));
    await come();
    const again = await screen.findByRole('button', { name: 'Try again' });
    const gate = new Promise<void>((resolve) => (answered = resolve));
    server.use(
      http.patch(`${API}/subscriptions/payments/:id/status`, async () => {
        await gate;
        return ok({ ...OUTCOME, status: 'cancelled' });
      }),
    );
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { name: 'One moment' })).toBeVisible();
    expect(screen.queryByText('The payment could not be checked')).toBeNull();
    answered();
    expect(await screen.findByRole('heading', { name: 'You left before paying' })).toBeVisible();
  });
});

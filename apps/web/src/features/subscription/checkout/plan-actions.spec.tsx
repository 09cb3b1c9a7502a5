import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { idOfPlan } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PREVIEW, SUBSCRIPTION, pricedPlans } from '../../../../test/billing';
import { enabledButton as button, showPlanActions as show } from '../../../../test/plan-actions';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';

const server = startServer();
const leaveTo = leave.to;
let left: string[];
let asked: { path: string; body: unknown }[];

const checkout = (path: string) =>
  http.post(`${API}/subscriptions/${path}`, async ({ request }) => {
    asked.push({ path, body: await request.json() });
    return ok({ session_id: 'cs_1', url: 'https://pay.example/cs_1', payment_id: SUBSCRIPTION.id });
  });
const preview = (part: object = {}) =>
  http.get(`${API}/subscriptions/preview/:plan`, () => ok({ ...PREVIEW, kind: 'new', credits: 200, ...part }));

beforeEach(() => {
  left = [];
  asked = [];
  leave.to = (address) => void left.push(address);
  server.use(
    meHandler('good'),
    http.get(`${API}/subscriptions/plans`, () => ok(pricedPlans())),
    preview(),
    checkout('checkout-session'),
    checkout('paypal/checkout-session'),
  );
});
afterEach(() => {
  leave.to = leaveTo;
});

const clicked = async (name: string) => userEvent.click(await button(name));

describe('a paid plan', () => {
  it.each([
    ['Pay by card', 'checkout-session', 'stripe'],
    ['PayPal', 'paypal/checkout-session', 'paypal'],
  ])('is bought by one click on "%s"', async (words, path, provider) => {
    await show({ isAnnual: true });
    expect(await button(`${words}: Pro`)).toHaveTextContent(words);
    await clicked(`${words}: Pro`);
    await waitFor(() => expect(left).toEqual(['https://pay.example/cs_1']));
    const body = {
      plan_id: idOfPlan('pro'),
      is_annual: true,
      success_url: `/payment/success?provider=${provider}`,
      cancel_url: `/payment/failed?plan=plan-pro&billing=annual&provider=${provider}`,
    };
    expect(asked).toEqual([{ path, body }]);
  });

  it('keeps the choice of a visitor through sign-in', async () => {
    const { place } = await show({ user: null, isAnnual: true });
    await clicked('PayPal: Pro');
    const wanted = '/pricing?plan=plan-pro&billing=annual&provider=paypal';
    expect(place()).toBe(`/login?${new URLSearchParams({ redirect: wanted }).toString()}`);
  });

  it('goes on with that choice after sign-in without another click', async () => {
    await show({ wanted: 'paypal' });
    await waitFor(() => expect(left).toHaveLength(1));
    expect(asked.map(({ path }) => path)).toEqual(['paypal/checkout-session']);
  });

  it('says that the payment service is unavailable where no provider is configured', async () => {
    server.use(http.get(`${API}/subscriptions/plans`, () => ok(pricedPlans([]))));
    await show();
    await clicked('Choose Pro');
    expect(
      await screen.findByText('The payment service is unavailable. You were not charged. Please try again later.'),
    ).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('shows no button of a provider that is not configured', async () => {
    server.use(http.get(`${API}/subscriptions/plans`, () => ok(pricedPlans(['stripe']))));
    await show();
    await button('Pay by card: Pro');
    expect(screen.queryByRole('button', { name: 'PayPal: Pro' })).toBeNull();
  });

  it('names a debt before the payment, and goes on after a confirmation only', async () => {
    server.use(preview({ debt_credits: 30 }));
    await show();
    await clicked('Pay by card: Pro');
    expect(await screen.findByRole('dialog')).toHaveTextContent('owes 30 credits');
    expect(screen.getByRole('dialog')).toHaveTextContent('you start with 170 of 200');
    expect(asked).toEqual([]);
    await clicked('Continue to payment');
    await waitFor(() => expect(left).toHaveLength(1));
  });

  it('says why the checkout could not begin', async () => {
    server.use(http.post(`${API}/subscriptions/checkout-session`, () => refuse('PAYMENT_UNAVAILABLE')));
    await show();
    await clicked('Pay by card: Pro');
    expect(await screen.findByText(/payment service is unavailable at the moment/)).toBeVisible();
    expect(left).toEqual([]);
  });

  it('sells nothing to somebody who has bought meanwhile', async () => {
    server.use(http.get(`${API}/subscriptions/preview/:plan`, () => refuse('ALREADY_ON_PLAN')));
    await show();
    server.use(http.get(`${API}/subscriptions/my`, () => ok(SUBSCRIPTION)));
    await clicked('Pay by card: Pro');
    expect(await screen.findByRole('link', { name: 'Manage your plan' })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe('another plan than the one somebody has', () => {
  it('is changed to in a dialog that stays to tell the outcome', async () => {
    const enterprise = { ...SUBSCRIPTION, plan_id: 'plan-enterprise', plan_type: 'enterprise' };
    let mine: object = SUBSCRIPTION;
    server.use(
      http.get(`${API}/subscriptions/my`, () => ok(mine)),
      preview({ kind: 'upgrade' }),
      http.put(`${API}/subscriptions/my`, () => {
        mine = enterprise;
        const result = { kind: 'upgrade', effective_at: PREVIEW.effective_at, payment: null, approval_url: null };
        return ok({ ...result, subscription: enterprise });
      }),
    );
    await show({ plan: 'enterprise', user: { ...USER, subscription_status: 'pro' } });
    // Louder than going back to the free plan.
    expect(await button('Upgrade to Enterprise')).toHaveClass('bg-amber');
    await clicked('Upgrade to Enterprise');
    await clicked('Pay $19.33 and upgrade');
    expect(await screen.findByText('Your plan is now Enterprise.')).toBeVisible();
    await waitFor(() => expect(screen.getByText('Manage your plan')).toBeInTheDocument());
  });
});

describe('the free plan', () => {
  it('tells a free person that they have it', async () => {
    await show({ plan: 'free' });
    await clicked('Your plan');
    expect(await screen.findByText('You are already on the free plan.')).toBeVisible();
  });

  it('asks a paying person whether to cancel', async () => {
    server.use(http.get(`${API}/subscriptions/my`, () => ok(SUBSCRIPTION)));
    await show({ plan: 'free', user: { ...USER, subscription_status: 'pro' } });
    await clicked('Back to Free');
    expect(await screen.findByRole('dialog', { name: 'Cancel Pro?' })).toBeVisible();
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Subscription, User } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PREVIEW, SUBSCRIPTION, pricedPlans } from '../../../../test/billing';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { enabledButton as ready, showPlanActions } from '../../../../test/plan-actions';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';

const server = startServer();
const PRO: User = { ...USER, subscription_status: 'pro' };
const leaveTo = leave.to;
let left: string[];
let asked: string[];
let taken: number;

const answer = (path: string, of: () => Response) =>
  server.use(
    http.get(`${API}/subscriptions/${path}`, () => {
      asked.push(path);
      return of();
    }),
  );
const previewed = (part: object) => answer('preview/:plan', () => ok({ ...PREVIEW, kind: 'new', ...part }));
const mine = (part: Partial<Subscription> | null) => answer('my', () => ok(part && { ...SUBSCRIPTION, ...part }));

beforeEach(() => {
  [left, asked, taken] = [[], [], 0];
  leave.to = (address) => void left.push(address);
  server.use(
    meHandler('good'),
    http.post(`${API}/subscriptions/checkout-session`, () =>
      ok({ session_id: 'cs_1', url: 'https://pay.example/cs_1', payment_id: SUBSCRIPTION.id }),
    ),
  );
  answer('plans', () => ok(pricedPlans(['stripe'])));
  previewed({ credits: 200 });
  mine(null);
});
afterEach(() => {
  leave.to = leaveTo;
});

const show = (shown: Parameters<typeof showPlanActions>[0] = {}) =>
  showPlanActions({ ...shown, onWantedTaken: () => void (taken += 1) });
const click = async (name: string) => userEvent.click(await ready(name));
const CARD_BUTTON = 'Pay by card: Pro';

describe('plans that could not be read', () => {
  it('say why by a click, which asks again and then sells', async () => {
    answer('plans', () => refuse('INTERNAL_ERROR'));
    await show();
    await ready('Choose Pro');
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    answer('plans', () => ok(pricedPlans(['stripe'])));
    const before = asked.filter((path) => path === 'my').length;
    await click('Choose Pro');
    await click(CARD_BUTTON);
    await waitFor(() => expect(left).toHaveLength(1));
    expect(asked.filter((path) => path === 'my')).toHaveLength(before);
  });

  it('that fail again tell the reason', async () => {
    answer('plans', () => refuse('INTERNAL_ERROR'));
    await show();
    await click('Choose Pro');
    expect(await screen.findByText('Server error, please try again later')).toBeVisible();
  });

  it('are asked for alone, as is a subscription that could not be read', async () => {
    answer('my', () => refuse('INTERNAL_ERROR'));
    await show();
    await ready('Choose Pro');
    mine({});
    const plans = asked.filter((path) => path === 'plans').length;
    await click('Choose Pro');
    expect(await screen.findByRole('link', { name: 'Manage your plan' })).toBeVisible();
    expect(asked.filter((path) => path === 'plans')).toHaveLength(plans);
  });
});

describe('a purchase', () => {
  it('says that the page of the payment opens, and keeps the button busy', async () => {
    await show();
    await ready(CARD_BUTTON);
    expect(screen.queryByText('Opening the payment page…')).toBeNull();
    await click(CARD_BUTTON);
    await waitFor(() => expect(left).toHaveLength(1));
    expect(screen.getByText('Opening the payment page…')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: CARD_BUTTON })).toHaveAttribute('aria-busy', 'true');
  });

  it.each([
    [CARD_BUTTON, 'PayPal: Pro'],
    ['PayPal: Pro', CARD_BUTTON],
  ])('by "%s" leaves no other way open, until it comes to nothing', async (chosen, other) => {
    const answered = deferredAnswer();
    server.use(
      http.post(`${API}/subscriptions/*checkout-session`, async () => {
        await answered.given;
        return refuse('INTERNAL_ERROR');
      }),
    );
    answer('plans', () => ok(pricedPlans(['stripe', 'paypal'])));
    await show();
    await click(chosen);
    await waitFor(() => expect(screen.getByRole('button', { name: other })).toBeDisabled());
    expect(screen.getByRole('button', { name: chosen })).toBeEnabled();
    answered.give();
    await ready(other);
  });

  it('that cannot be priced says why and goes nowhere', async () => {
    answer('preview/:plan', () => refuse('INTERNAL_ERROR'));
    await show();
    await click(CARD_BUTTON);
    expect(await screen.findByText('Server error, please try again later')).toBeVisible();
    expect(screen.getByRole('button', { name: CARD_BUTTON })).not.toHaveAttribute('aria-busy');
    expect(left).toEqual([]);
  });

  it('of what would be a change by now shows the plan instead', async () => {
    previewed({ kind: 'upgrade', debt_credits: 30 });
    await show();
    await ready(CARD_BUTTON);
    mine({});
    await click(CARD_BUTTON);
    expect(await screen.findByRole('link', { name: 'Manage your plan' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(left).toEqual([]);
  });

  it('before which a debt is named can be left, and begins with no credits less than none', async () => {
    previewed({ credits: 200, debt_credits: 230 });
    await show();
    await click(CARD_BUTTON);
    expect(await screen.findByRole('dialog')).toHaveTextContent('you start with 0 of 200');
    await click('Not now');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(left).toEqual([]);
  });

  it('after a debt that cannot begin closes the question and says why', async () => {
    previewed({ credits: 200, debt_credits: 30 });
    server.use(http.post(`${API}/subscriptions/checkout-session`, () => refuse('PAYMENT_UNAVAILABLE')));
    await show();
    await click(CARD_BUTTON);
    await click('Continue to payment');
    expect(await screen.findByText(/payment service is unavailable at the moment/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the choice of a visitor', () => {
  it('waits for the sign-in, and names the card where nothing is offered yet', async () => {
    answer('plans', () => ok(pricedPlans([])));
    const { place } = await show({ user: null, wanted: 'stripe' });
    await ready('Choose Pro');
    expect([taken, place()]).toEqual([0, '/']);
    expect(asked).not.toContain('my');
    await click('Choose Pro');
    const redirect = new URL(place(), 'http://localhost').searchParams.get('redirect');
    expect(redirect).toBe('/pricing?plan=plan-pro&billing=monthly&provider=stripe');
  });

  it('is taken once', async () => {
    await show({ wanted: 'stripe' });
    await waitFor(() => expect(left).toHaveLength(1));
    expect(taken).toBe(1);
    expect(asked.filter((path) => path === 'preview/:plan')).toHaveLength(1);
  });

  it('of the free plan leads through sign-in to the first image', async () => {
    await show({ plan: 'free', user: null });
    const link = await screen.findByRole('link', { name: 'Start for free' });
    expect(link).toHaveAttribute('href', '/login?redirect=%2Fgenerate');
  });
});

describe('a plan that is planned or had', () => {
  const SETTINGS = '/profile?tab=subscription';
  it.each([
    ['Free from Dec 17, 2026', 'free', { status: 'canceled' }],
    ['Starts on Dec 17, 2026', 'enterprise', { pending_plan_id: 'plan-enterprise', pending_is_annual: false }],
    ['Manage your plan', 'pro', {}],
    ['Manage your plan', 'free', null],
  ] as const)('is named "%s" and leads to the subscription (%s)', async (name, plan, subscription) => {
    mine(subscription);
    await show({ plan, user: PRO });
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', SETTINGS);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('keeps its place, without a click, until it is known whose plan it is', async () => {
    let answered = () => {};
    const gate = new Promise<void>((resolve) => (answered = resolve));
    server.use(
      http.get(`${API}/subscriptions/my`, async () => {
        await gate;
        return ok(SUBSCRIPTION);
      }),
    );
    await show({ user: PRO });
    await waitFor(() => expect(asked).toContain('plans'));
    expect(screen.getByRole('button', { name: 'Choose Pro' })).toBeDisabled();
    answered();
    expect(await screen.findByRole('link', { name: 'Manage your plan' })).toBeVisible();
  });

  it('is kept after all where the question of a cancellation is closed', async () => {
    mine({});
    await show({ plan: 'free', user: PRO });
    await click('Back to Free');
    await screen.findByRole('dialog', { name: 'Cancel Pro?' });
    await click('Keep Pro');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('You are already on the free plan.')).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Payment, PaymentMethod, Quota, Subscription, User } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { CARD, OUTCOME, PAYMENT, SUBSCRIPTION, chargeOf, quotaStats } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { connectToasts } from '../../../shared/toasts';
import { PastDueBanner } from '../past-due-banner';
import { PaymentMethods } from './payment-methods';
import { Payments } from './payments';
import { PlanSection } from './plan-section';
import { UsageSection } from './usage-section';

const server = startServer();
const PRO: User = { ...USER, subscription_status: 'pro' };
const options = { user: PRO, namespaces: ['billing', 'change', 'payment'] } as const;
const leaveTo = leave.to;
let left: string[];
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  [left, toasts] = [[], []];
  leave.to = (address) => void left.push(address);
  disconnect = connectToasts((toast) => toasts.push(toast.text));
  server.use(meHandler('good'));
});
afterEach(() => {
  leave.to = leaveTo;
  disconnect();
});

const mine = (part: Partial<Subscription> | null) =>
  server.use(http.get(`${API}/subscriptions/my`, () => ok(part && { ...SUBSCRIPTION, ...part })));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const facts = async () => (await screen.findAllByRole('definition')).map((value) => value.textContent);

describe('a plan', () => {
  const show = async (part: Partial<Subscription> | null, user: User = PRO) => {
    mine(part);
    await renderPart(<PlanSection />, { ...options, user });
  };

  it('that goes on says so, and leads to other plans and to the other interval', async () => {
    await show({});
    expect(await screen.findByText('Active')).toBeVisible();
    expect(await facts()).toEqual(['$9.99 on Dec 17, 2026', '200 on Dec 17, 2026']);
    expect(screen.getByRole('link')).toHaveAttribute('href', '/pricing');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Cancel plan');
    expect(await screen.findByRole('dialog', { name: 'Cancel Pro?' })).toBeVisible();
  });

  it('by the year leads to the prices by the year', async () => {
    await show({ is_annual: true, debt_credits: 12, next_charge: chargeOf(99.99) });
    expect(await screen.findByText(/\$99\.99 a year/)).toBeVisible();
    expect(screen.getByRole('link')).toHaveAttribute('href', '/pricing?billing=annual');
    expect((await facts()).at(-1)).toBe('12 credits, repaid by the next ones');
  });

  it('owes a single credit too', async () => {
    await show({ debt_credits: 1 });
    expect((await facts()).at(-1)).toBe('1 credit, repaid by the next ones');
  });

  it('that is changed with its next payment names the credits of the next one, and of itself before', async () => {
    const next_charge = chargeOf(29.99);
    const pending = { pending_plan_id: 'plan-enterprise', pending_is_annual: null, next_charge } as const;
    await show({ ...pending });
    expect(await facts()).toEqual(['$29.99 on Dec 17, 2026', '500 on Dec 17, 2026']);
    expect(screen.getByText('From Dec 17, 2026: Enterprise, $29.99 a month.')).toBeVisible();
    mine({ ...pending, next_grant_at: '2026-12-01T09:00:00.000Z' });
    await renderPart(<PlanSection />, options);
    expect(await screen.findByText('200 on Dec 1, 2026')).toBeVisible();
  });

  it('is kept instead of a planned one by wishing for itself', async () => {
    const bodies: unknown[] = [];
    const change = {
      kind: 'downgrade',
      effective_at: '',
      payment: null,
      approval_url: null,
      subscription: SUBSCRIPTION,
    };
    server.use(
      http.put(`${API}/subscriptions/my`, async ({ request }) => {
        bodies.push(await request.json());
        return bodies.length === 1
          ? refuse('PAYMENT_UNAVAILABLE')
          : ok({ ...change, approval_url: bodies.length === 2 ? null : 'https://paypal.example' });
      }),
    );
    await show({ pending_plan_id: 'plan-enterprise', pending_is_annual: true });
    await press('Keep Pro instead');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect([toasts, left]).toEqual([[], []]);
    await press('Keep Pro instead');
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(bodies[1]).toMatchObject({ plan_id: 'plan-pro', is_annual: false });
    await press('Keep Pro instead');
    await waitFor(() => expect(left).toEqual(['https://paypal.example']));
  });

  it('that ends is charged no more, one whose charge failed waits for it and is not changed', async () => {
    await show({ status: 'canceled', next_charge: null, next_grant_at: null });
    expect(await facts()).toEqual([expect.stringMatching(/Dec 17, 2026/)]);
    expect(screen.getByText(/^Ends/)).toBeVisible();
    mine({ grace_until: '2026-11-24T09:00:00.000Z', next_charge: null, next_grant_at: null });
    await renderPart(<PlanSection />, options);
    // Alone in its row, it is aligned with what stands above.
    expect(await screen.findByRole('button', { name: 'Cancel plan' })).toHaveClass('-ms-4');
    expect((await facts())[1]).not.toMatch(/2026/);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('that was given without a subscription is named', async () => {
    await show(null);
    expect(await screen.findByRole('link', { name: 'See the plans' })).toBeVisible();
    expect(screen.getByText('Pro')).toBeVisible();
  });
});

describe('a card', () => {
  const show = async (
    methods: (() => Response) | PaymentMethod[],
    subscription: Subscription | null = SUBSCRIPTION,
  ) => {
    server.use(
      http.get(`${API}/subscriptions/payment-methods`, () => (Array.isArray(methods) ? ok(methods) : methods())),
    );
    await renderPart(<PaymentMethods subscription={subscription} />, options);
  };

  it('has the name that people know, and says until when it is valid', async () => {
    const plain = { ...CARD, id: 'b', brand: null, last4: null, type: 'link', exp_month: null, is_default: false };
    await show([CARD, { ...CARD, id: 'a', brand: 'newcard', exp_year: 2020 }, plain]);
    expect(await screen.findByText('Visa ending in 4242')).toBeVisible();
    expect(screen.getByText('newcard ending in 4242')).toBeVisible();
    const [first, second, third] = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(first).toMatch(/Dec 2040/);
    expect(second).toMatch(/[Ee]xpired Dec 2020/);
    expect(third).not.toMatch(/20\d\d/);
    expect([first, second, third].map((text) => text?.includes('Default'))).toEqual([true, true, false]);
    expect(third).toMatch(/link/);
  });

  it('that is charged cannot be removed; without a subscription it can, or kept after all', async () => {
    await show([CARD]);
    await screen.findByText('Visa ending in 4242');
    expect(screen.queryByRole('button', { name: /^Remove|^Make default/ })).toBeNull();
    await renderPart(<PaymentMethods subscription={null} />, options);
    await press('Remove: Visa ending in 4242');
    await press('Keep');
    expect(await screen.findByRole('button', { name: 'Remove: Visa ending in 4242' })).toBeVisible();
  });

  it('is valid through the whole of its last month', async () => {
    jest.useFakeTimers({
      now: Date.UTC(2040, 11, 31, 23),
      doNotFake: ['nextTick', 'queueMicrotask', 'setTimeout', 'setImmediate', 'setInterval'],
    });
    try {
      await show([CARD]);
      expect(await screen.findByText(/[Ee]xpires Dec 2040|until Dec 2040/)).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });

  it('is no matter where nothing can be bought, and asked for again where something can', async () => {
    await show(() => refuse('PAYMENT_UNAVAILABLE'), null);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    await renderPart(<PaymentMethods subscription={SUBSCRIPTION} />, options);
    expect(await screen.findByText('Your cards could not be loaded')).toBeVisible();
  });
});

describe('a payment', () => {
  it.each([
    [{ is_disputed: true, refunded_amount: 9.99 }, 'Disputed'],
    [{ refunded_amount: 9.99 }, 'Refunded'],
    [{ refunded_amount: 2 }, /\$2\.00/],
    [{}, 'Paid'],
  ] as [Partial<Payment>, string | RegExp][])('with %j shows %s', async (part, text) => {
    server.use(
      http.get(`${API}/subscriptions/payments`, () =>
        ok({ data: [{ ...PAYMENT, ...part }], page: 1, limit: 20, total: 21 }),
      ),
    );
    await renderPart(<Payments />, options);
    expect(within(await screen.findByRole('listitem')).getByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Page 3' })).toBeNull();
    expect(screen.queryByText('No payments yet.')).toBeNull();
  });
});

describe('the credits of a period', () => {
  const usage = {
    period_start: OUTCOME.subscription?.current_period_start,
    period_end: SUBSCRIPTION.current_period_end,
  };
  it.each([
    [{ granted: 200, used: 60, remaining: 140, images: 17 }, '0.3', /60 .*17/, /40/],
    [{ granted: 0, used: 5, remaining: 0, images: 1 }, '0', /5 .*1/, /0/],
    [{ granted: 10, used: 20, remaining: 3, images: 1 }, '1', /20 .*1/, /0/],
  ])('of %j fill %s of the meter', async (part, share, used, more) => {
    server.use(
      http.get(`${API}/quota/stats`, () => ok(quotaStats())),
      http.get(`${API}/subscriptions/usage`, () => ok({ ...usage, ...part })),
    );
    await renderPart(<UsageSection />, options);
    expect(await screen.findByRole('meter')).toHaveAttribute('value', share);
    expect(screen.getByText(used, { selector: 'p:last-child > span:first-child' })).toBeVisible();
    expect(screen.getByText(more, { selector: 'p:last-child > span:last-child' })).toBeVisible();
  });
});

describe('the end of credits', () => {
  const show = async (nextExpiry: Quota['nextExpiry']) => {
    server.use(
      http.get(`${API}/quota/stats`, () => ok(quotaStats())),
      http.get(`${API}/subscriptions/usage`, () =>
        ok({
          period_start: '2026-11-26T00:00:00.000Z',
          period_end: '2026-12-26T00:00:00.000Z',
          granted: 250,
          used: 11,
          remaining: 239,
          images: 3,
        }),
      ),
      http.get(`${API}/quota`, () => ok({ ...QUOTA, nextExpiry })),
    );
    await renderPart(<UsageSection />, options);
    expect(await screen.findByText(/^this period ends on Dec 26, 2026$/)).toBeVisible();
  };

  it('is told of those that end before the period', async () => {
    await show({ credits: 39, at: '2026-12-01T00:00:00.000Z' });
    expect(await screen.findByText('39 of them expire on Dec 1, 2026')).toBeVisible();
  });

  it('is told of a single one too', async () => {
    await show({ credits: 1, at: '2026-12-01T00:00:00.000Z' });
    expect(await screen.findByText('1 of them expires on Dec 1, 2026')).toBeVisible();
  });

  it('is told of all where they end together', async () => {
    await show({ credits: 239, at: '2026-12-26T00:00:00.000Z' });
    expect(await screen.findByText('They expire on Dec 26, 2026')).toBeVisible();
  });

  it('is not promised where nobody knows of any', async () => {
    await show(null);
    expect(screen.queryByText(/expire/)).toBeNull();
  });
});

describe('a renewal that failed', () => {
  const past = { grace_until: '2026-11-24T09:00:00.000Z', hosted_invoice_url: 'https://pay.example/in_1' };
  const show = (path: string) => renderPart(<PastDueBanner />, { ...options, path });

  it('is told above every page but the one that tells more, and repaired by one click', async () => {
    mine(past);
    await show('/profile?tab=subscription');
    await show('/gallery?tab=subscription');
    await show('/profile?tab=settings');
    await waitFor(() => expect(screen.getAllByText(/Pro.*Nov 24, 2026/)).toHaveLength(2));
    const [button] = screen.getAllByRole('button');
    if (button) await userEvent.click(button);
    expect(left).toEqual(['https://pay.example/in_1']);
  });
});

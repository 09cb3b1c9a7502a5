import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Invoice, Payment, PaymentMethod, Subscription, User } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { CARD, PAYMENT, PREVIEW, SUBSCRIPTION, chargeOf, quotaStats } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { connectToasts } from '../../../shared/toasts';
import { History } from './history';
import { Invoices } from './invoices';
import { PaymentMethods } from './payment-methods';
import { Payments } from './payments';
import { PlanSection } from './plan-section';
import { UsageSection } from './usage-section';

const server = startServer();
const PRO: User = { ...USER, subscription_status: 'pro' };
const options = { user: PRO, namespaces: ['billing', 'change', 'payment'] } as const;
const leaveTo = leave.to;
let toasts: string[];
let me: User;
let disconnect: () => void;

beforeEach(() => {
  [toasts, me] = [[], PRO];
  disconnect = connectToasts(({ text }) => toasts.push(text));
  server.use(http.get(`${API}/auth/me`, () => ok(me)));
});
afterEach(() => {
  leave.to = leaveTo;
  disconnect();
});

const get = (path: string, answer: () => Response) => server.use(http.get(`${API}/subscriptions/${path}`, answer));
const page = (data: unknown[], total = data.length) => ok({ data, page: 1, limit: 20, total });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('a plan', () => {
  const show = async (part: Partial<Subscription>) => {
    get('my', () => ok({ ...SUBSCRIPTION, ...part }));
    return renderPart(<PlanSection />, options);
  };

  it.each([
    ['Payment failed', { grace_until: '2026-11-24T09:00:00.000Z' }],
    ['Ends on Nov 24, 2026', { grace_until: '2026-11-24T09:00:00.000Z', status: 'canceled' }],
    ['Ends on Dec 17, 2026', { status: 'canceled', pending_plan_id: 'plan-enterprise' }],
    ['Changes on Dec 17, 2026', { pending_plan_id: 'plan-enterprise', pending_is_annual: false }],
  ] as const)('is marked "%s"', async (mark, part) => {
    await show(part);
    expect(await screen.findByText(mark)).toBeVisible();
    expect(screen.queryByText('Active')).toBeNull();
  });

  it('says by what it is paid', async () => {
    await show({ provider: 'paypal' });
    expect(await screen.findByText('$9.99 a month · paid by PayPal')).toBeVisible();
  });

  it.each([
    ['Switch to annual', false, 'plan-pro?is_annual=true'],
    ['Switch to monthly', true, 'plan-pro?is_annual=false'],
  ])('is paid in the other interval by "%s", which can be left', async (name, isAnnual, wanted) => {
    const asked: string[] = [];
    server.use(
      http.get(`${API}/subscriptions/preview/:plan`, ({ request }) => {
        asked.push(request.url.split('/preview/')[1] ?? '');
        return ok({ ...PREVIEW, kind: 'interval' });
      }),
    );
    await show({ is_annual: isAnnual });
    await press(name);
    await screen.findByRole('dialog');
    await waitFor(() => expect(asked).toEqual([wanted]));
    await press('Keep my plan');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that is planned by the year is priced by the year', async () => {
    await show({ pending_plan_id: 'plan-enterprise', pending_is_annual: true, next_charge: chargeOf(299.99) });
    expect(await screen.findByText('From Dec 17, 2026: Enterprise, $299.99 a year.')).toBeVisible();
  });

  it('that is resumed says so, and is the plan of the profile again', async () => {
    server.use(http.post(`${API}/subscriptions/resume`, () => ok(SUBSCRIPTION)));
    const { store } = await show({ status: 'canceled' });
    me = { ...PRO, subscription_status: 'enterprise' };
    await press('Resume Pro');
    await waitFor(() => expect(toasts).toEqual(['Resumed. Pro continues.']));
    expect(store.getState().session.user?.subscription_status).toBe('enterprise');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Resume Pro' })).not.toHaveAttribute('aria-busy'));
  });
});

describe('a card', () => {
  const OTHER = { ...CARD, id: 'pm_2', last4: '4444', is_default: false };
  const show = (methods: PaymentMethod[], subscription: Subscription | null = SUBSCRIPTION) => {
    get('payment-methods', () => ok(methods));
    return renderPart(<PaymentMethods subscription={subscription} />, options);
  };

  it('says when it is charged from now on, and when it is gone', async () => {
    const removed = jest.fn(() => ok(null));
    server.use(
      http.post(`${API}/subscriptions/payment-methods/pm_2/default`, () => ok({ ...OTHER, is_default: true })),
      http.delete(`${API}/subscriptions/payment-methods/pm_2`, removed),
    );
    await show([CARD, OTHER]);
    await press('Make default: Visa ending in 4444');
    await waitFor(() => expect(toasts).toEqual(['This card will be charged from now on.']));
    await press('Remove: Visa ending in 4444');
    expect(screen.queryByRole('button', { name: /^Make default|^Remove: Visa ending in 4242/ })).toBeNull();
    expect(removed).not.toHaveBeenCalled();
    await press('Remove');
    expect(screen.queryByText('Remove this card?')).toBeNull();
    await waitFor(() => expect(toasts.slice(1)).toEqual(['The card was removed.']));
  });

  it('that stays as it was is not told as changed', async () => {
    server.use(
      http.post(`${API}/subscriptions/payment-methods/pm_2/default`, () => refuse('INTERNAL_ERROR')),
      http.delete(`${API}/subscriptions/payment-methods/pm_2`, () => refuse('INTERNAL_ERROR')),
    );
    await show([CARD, OTHER]);
    await press('Make default: Visa ending in 4444');
    expect(await screen.findByText(/^The default card was not changed/)).toBeVisible();
    await press('Remove: Visa ending in 4444');
    await press('Remove');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Make default/ })).not.toHaveAttribute('aria-busy'));
    expect(toasts).toEqual([]);
  });

  it('without a brand is named by its kind, and without a date has none', async () => {
    await show([{ ...CARD, brand: null, exp_year: null }], null);
    const item = await screen.findByRole('listitem');
    expect(item).toHaveTextContent('card ending in 4242Default');
  });

  it('is missed in words, and comes back from its page to the subscription', async () => {
    const bodies: unknown[] = [];
    const left: string[] = [];
    leave.to = (address) => void left.push(address);
    server.use(
      http.post(`${API}/subscriptions/payment-methods/session`, async ({ request }) => {
        bodies.push(await request.json());
        return ok({ session_id: 'cs_9', url: 'https://pay.example/cs_9' });
      }),
    );
    await show([], null);
    expect(await screen.findByText('No card is saved.')).toBeVisible();
    await press('Add a card');
    await waitFor(() => expect(left).toEqual(['https://pay.example/cs_9']));
    const back = '/profile?tab=subscription';
    expect(bodies).toEqual([{ success_url: back, cancel_url: back }]);
    expect(screen.getByRole('button', { name: 'Opening the page…' })).toHaveAttribute('aria-busy', 'true');
  });
});

describe('a payment', () => {
  const show = (part: Partial<Payment> = {}) => {
    get('payments', () => page([{ ...PAYMENT, ...part }]));
    return renderPart(<Payments />, options);
  };

  it.each([
    ['Pro · monthly', 'Nov 17, 2026', { paid_at: '2026-11-17T09:00:00.000Z', created_at: '2026-11-16T09:00:00.000Z' }],
    [
      'Pro, renewal · annual',
      'Nov 16, 2026',
      { kind: 'renewal', is_annual: true, paid_at: null, created_at: '2026-11-16T09:00:00.000Z' },
    ],
  ] as [string, string, Partial<Payment>][])('is named "%s" with its day', async (name, day, part) => {
    await show(part);
    const item = within(await screen.findByRole('listitem'));
    expect(item.getByText(name)).toBeVisible();
    expect(item.getByText(day)).toBeVisible();
  });

  it('that succeeded has no reason of a failure', async () => {
    await show({ failure_reason: 'lost_card' });
    await screen.findByRole('listitem');
    expect(screen.queryByText('The card was reported as lost.')).toBeNull();
  });

  it('that is refunded says so and ends the plan of the profile', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/subscriptions/refund`, async ({ request }) => {
        bodies.push(await request.json());
        return ok({ ...PAYMENT, refunded_amount: 9.99 });
      }),
    );
    const { store } = await show();
    me = USER;
    await press('Refund $9.99');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund $9.99?' }));
    expect(bodies).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Refund $9.99' }));
    await waitFor(() => expect(toasts).toEqual(['$9.99 is on its way back. Your plan has ended.']));
    expect(bodies).toEqual([{ payment_id: PAYMENT.id }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(store.getState().session.user?.subscription_status).toBe('free');
  });

  it('is kept by closing the question', async () => {
    await show();
    await press('Refund $9.99');
    await press('Keep my plan');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts).toEqual([]);
  });
});

describe('lists without entries and with more than a page', () => {
  it('say in words that there is nothing', async () => {
    for (const path of ['invoices', 'history']) get(path, () => page([]));
    await renderPart(
      <>
        <Invoices />
        <History />
      </>,
      options,
    );
    expect(await screen.findByText('No invoices yet.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    expect(screen.queryByRole('button', { name: /^Page/ })).toBeNull();
  });

  it('show an invoice with its plan and period, by whatever name it has', async () => {
    const invoice = { id: 'a', number: null, status: 'open', plan_id: 'plan-pro', amount: 9.99 } as Invoice;
    const period = { period_start: '2026-11-17T09:00:00.000Z', period_end: '2026-12-17T09:00:00.000Z' };
    get('invoices', () => page([{ ...invoice, ...period }], 21));
    await renderPart(<Invoices />, options);
    const item = within(await screen.findByRole('listitem'));
    expect(item.getByText('Pro · Nov 17, 2026 to Dec 17, 2026')).toBeVisible();
    expect(item.getByText('Open')).toBeVisible();
    expect(item.getByRole('button', { name: 'Download invoice Invoice' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible();
    expect(screen.queryByText('No invoices yet.')).toBeNull();
  });

  it('show what happened with its amount where there is one', async () => {
    const event = { id: 1, kind: 'started', plan_id: 'plan-pro', is_annual: false, at: '2026-11-17T09:00:00.000Z' };
    get('history', () =>
      page(
        [
          { ...event, amount: 9.99 },
          { ...event, id: 2, amount: null },
        ],
        41,
      ),
    );
    await renderPart(<History />, options);
    const [paid, free] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(paid).toMatch(/\$9\.99Nov 17, 2026$/);
    expect(free).not.toContain('$');
    expect(screen.getByRole('button', { name: 'Page 3' })).toBeVisible();
  });

  it('of credits lead to the statement', async () => {
    server.use(http.get(`${API}/quota/stats`, () => ok(quotaStats())));
    get('usage', () =>
      ok({
        period_start: '2026-11-17T09:00:00.000Z',
        period_end: '2026-12-17T09:00:00.000Z',
        granted: 10,
        used: 0,
        remaining: 10,
        images: 0,
      }),
    );
    await renderPart(<UsageSection />, options);
    expect(await screen.findByText('None used yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Credit statement' })).toHaveAttribute('href', '/profile?tab=statement');
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locale, Payment, PaymentMethod, Subscription } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { CARD, INVOICE, PAYMENT, SUBSCRIPTION, chargeOf, quotaStats } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { connectToasts } from '../../../shared/toasts';
import { History } from './history';
import { Invoices } from './invoices';
import { PastDueNotice } from './past-due-notice';
import { PaymentMethods } from './payment-methods';
import { Payments } from './payments';
import { PlanSection } from './plan-section';
import { SubscriptionOverview } from './subscription-overview';
import { UsageSection } from './usage-section';

const server = startServer();
const leaveTo = leave.to;
let left: string[];
let calls: string[];

const PLAN = <PlanSection />;
const CARDS = <PaymentMethods subscription={SUBSCRIPTION} />;
const OTHER_CARD = { ...CARD, id: 'pm_2', brand: 'mastercard', last4: '4444', is_default: false };
const page = (data: unknown[]) => ok({ data, page: 1, limit: 20, total: data.length });
const call = (method: 'post' | 'delete', path: string, answer: () => Response) =>
  http[method](`${API}/subscriptions/${path}`, ({ request }) => {
    calls.push(`${request.method} ${new URL(request.url).pathname.replace('/api/subscriptions/', '')}`);
    return answer();
  });

interface World {
  subscription?: Partial<Subscription> | null;
  payments?: Payment[];
  methods?: PaymentMethod[];
  invoices?: () => Response;
  /** Credits of the period, and by date. */
  used?: number;
  days?: Record<string, number>;
  /** The call that the server cannot answer. */
  failing?: ['get' | 'post' | 'delete', string];
  locale?: Locale;
}

async function show(world: World = {}, part = <SubscriptionOverview />) {
  const { subscription = {}, payments = [PAYMENT], methods = [CARD, OTHER_CARD] } = world;
  const { invoices = () => page(subscription ? [INVOICE] : []) } = world;
  const mine = subscription && { ...SUBSCRIPTION, ...subscription };
  const { used = 60, days = {} } = world;
  const event = { id: 1, kind: 'started', plan_id: 'plan-pro', is_annual: false, amount: 9.99, currency: 'USD' };
  server.use(
    meHandler('good'),
    http.get(`${API}/subscriptions/my`, () => ok(mine)),
    http.get(`${API}/quota/stats`, () => ok(quotaStats(days))),
    http.get(`${API}/subscriptions/usage`, () =>
      ok({
        period_start: SUBSCRIPTION.current_period_start,
        period_end: SUBSCRIPTION.current_period_end,
        granted: 200,
        used,
        remaining: 200 - used,
        images: 17,
      }),
    ),
    http.get(`${API}/subscriptions/payments`, () => page(payments)),
    http.get(`${API}/subscriptions/invoices`, invoices),
    http.get(`${API}/subscriptions/history`, () => page(mine ? [{ ...event, at: PAYMENT.created_at }] : [])),
    http.get(`${API}/subscriptions/payment-methods`, () => ok(methods)),
    http.get(`${API}/subscriptions/billing-details`, () => ok({ company: '', tax_id: '', address: '' })),
  );
  if (world.failing) {
    const [method, path] = world.failing;
    server.use(http[method](`${API}/subscriptions/${path}`, () => refuse('INTERNAL_ERROR')));
  }
  const user = { ...USER, subscription_status: mine ? 'pro' : 'free' } as const;
  const { locale = 'en' } = world;
  await renderPart(part, { user, locale, namespaces: ['billing', 'change', 'payment'] });
}

const region = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  left = [];
  calls = [];
  leave.to = (address) => void left.push(address);
});
afterEach(() => {
  leave.to = leaveTo;
});

it('what was used per day is there in a new period, too, in which nothing was used', async () => {
  await show({ used: 0, days: { '2026-11-16': 7, '2026-11-17': 0 } });
  const usage = within(await region('Credits this period'));
  expect(await usage.findByText('None used yet')).toBeVisible();
  expect(await usage.findByText('Used per day, the last 2 days (UTC)')).toBeVisible();
});

describe('the plan', () => {
  it('after a cancellation says until when it lasts, and resumes by one click', async () => {
    server.use(call('post', 'resume', () => ok(SUBSCRIPTION)));
    await show({ subscription: { status: 'canceled', next_charge: null, next_grant_at: null } }, PLAN);
    expect(await screen.findByText(/You keep Pro until Dec 17, 2026/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Resume Pro' }));
    await waitFor(() => expect(calls).toEqual(['POST resume']));
  });

  it('after a failed renewal leads by one click to the page that repairs it', async () => {
    const past = { grace_until: '2026-11-24T09:00:00.000Z', hosted_invoice_url: 'https://pay.example/in_1' };
    await show({ subscription: { ...past, next_charge: null } });
    expect(await screen.findByText(/You keep Pro until Nov 24, 2026, without new credits/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Fix the payment' }));
    expect(left).toEqual(['https://pay.example/in_1']);
  });

  it('cancelled after a failed renewal is no longer asked to be paid', async () => {
    const past = { grace_until: '2026-11-24T09:00:00.000Z', next_charge: null } as const;
    await show({ subscription: { ...past, status: 'canceled' } });
    expect(await screen.findByText('Ends on Nov 24, 2026')).toBeVisible();
    expect(screen.queryByText('Your last payment failed')).toBeNull();
  });

  it('names a planned change and the way back from it', async () => {
    const next_charge = chargeOf(99.99);
    const planned = { pending_plan_id: 'plan-pro', pending_is_annual: true, next_charge } as const;
    await show({ subscription: planned }, PLAN);
    expect(await screen.findByText('From Dec 17, 2026 you pay $99.99 a year.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep paying monthly' })).toBeVisible();
    // It is planned already.
    expect(screen.queryByRole('button', { name: 'Switch to annual' })).toBeNull();
  });

  it('of a free person leads to the plans, with no word of a cancellation', async () => {
    await show({ subscription: null, payments: [], methods: [] });
    expect(await screen.findByRole('link', { name: 'See the plans' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    expect(screen.getByText('No payments yet.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Invoices' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'History' })).toBeNull();
  });
});

describe('a payment', () => {
  it('of which too much is used is not refunded, and the dialog says so', async () => {
    server.use(call('post', 'refund', () => refuse('CREDITS_USED')));
    await show({}, <Payments />);
    await userEvent.click(await screen.findByRole('button', { name: 'Refund $9.99' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refund $9.99' }));
    expect(
      await within(dialog).findByText(/More than 10% of the credits are used, with those of plans refunded/),
    ).toBeVisible();
  });

  it('that cannot be refunded offers none, and a failed one says why', async () => {
    const failed = { ...PAYMENT, id: 'x', status: 'failed', failure_reason: 'lost_card', can_refund: false } as const;
    await show({ payments: [failed] }, <Payments />);
    expect(await screen.findByText('The card was reported as lost.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
  });
});

describe('the cards', () => {
  it('are not asked for with PayPal, which keeps its own', async () => {
    await show({ subscription: { provider: 'paypal' } });
    expect(await screen.findByText(/You pay with PayPal/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a card' })).toBeNull();
  });
});

describe('each section', () => {
  it('fails and is retried by itself', async () => {
    await show({ invoices: () => refuse('INTERNAL_ERROR') });
    const names = ['Your plan', 'Credits this period', 'Payment methods', 'Payments', 'Invoices', 'History'];
    for (const name of names) expect(await region(name)).toBeVisible();
    const invoices = within(await region('Invoices'));
    expect(await invoices.findByText('Your invoices could not be loaded')).toBeVisible();
    expect(await within(await region('Payments')).findByText('Paid')).toBeVisible();
    server.use(http.get(`${API}/subscriptions/invoices`, () => page([INVOICE])));
    await userEvent.click(invoices.getByRole('button', { name: 'Try again' }));
    expect(await invoices.findByText('LUM-0001')).toBeVisible();
  });

  const SECTIONS = {
    my: PLAN,
    usage: <UsageSection />,
    'payment-methods': CARDS,
    payments: <Payments />,
    invoices: <Invoices />,
    history: <History />,
  };

  it.each([
    ['en', 'my', 'Your subscription could not be loaded'],
    ['zh', 'my', '订阅信息没能加载出来'],
    ['en', 'usage', 'Your credits could not be loaded'],
    ['zh', 'usage', '积分没能加载出来'],
    ['en', 'payment-methods', 'Your cards could not be loaded'],
    ['zh', 'payment-methods', '银行卡没能加载出来'],
    ['en', 'payments', 'Your payments could not be loaded'],
    ['zh', 'payments', '付款记录没能加载出来'],
    ['zh', 'invoices', '账单没能加载出来'],
    ['en', 'history', 'The history could not be loaded'],
    ['zh', 'history', '历史记录没能加载出来'],
  ] as const)('says in %s that /%s could not be loaded, with another try', async (locale, path, title) => {
    await show({ locale, failing: ['get', path] }, SECTIONS[path]);
    const alert = within((await screen.findByText(title)).closest<HTMLElement>('[role="alert"]') ?? document.body);
    expect(alert.getByRole('button', { name: locale === 'en' ? 'Try again' : '重试' })).toBeVisible();
  });
});

describe('an action that the server cannot do', () => {
  const ENDING = { status: 'canceled', canceled_at: PAYMENT.created_at } as const;
  const UNPAID = <PastDueNotice subscription={{ ...SUBSCRIPTION, grace_until: '2026-11-24T09:00:00.000Z' }} />;
  const DEFAULT_CARD = /^(Make default|设为默认卡?)[:：]/;

  it.each([
    ['en', 'post', 'resume', PLAN, /^Resume/, 'We do not know yet whether your plan was resumed'],
    ['zh', 'post', 'resume', PLAN, /^恢复/, '还不确定套餐是否已恢复'],
    ['en', 'post', 'payment-methods/pm_2/default', CARDS, DEFAULT_CARD, 'The default card was not changed'],
    ['zh', 'post', 'payment-methods/pm_2/default', CARDS, DEFAULT_CARD, '默认卡没能更改'],
    ['en', 'post', 'payment-methods/session', CARDS, 'Add a card', 'The page for a new card could not be opened'],
    ['zh', 'post', 'payment-methods/session', CARDS, /^添加/, '没能打开添加银行卡的页面'],
    ['en', 'post', 'payment-methods/session', UNPAID, 'Fix the payment', 'The payment page could not be opened'],
    ['zh', 'post', 'payment-methods/session', UNPAID, /付款/, '没能打开支付页面'],
  ] as const)('says so in %s (%s /%s)', async (locale, method, path, part, name, text) => {
    await show({ locale, subscription: path === 'resume' ? ENDING : {}, failing: [method, path] }, part);
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(new RegExp(text))).toBeVisible();
  });

  it.each([
    ['en', /^Download invoice/, 'The invoice could not be downloaded. Server error, please try again later'],
    ['zh', /^下载账单/, '账单没能下载。服务器错误，请稍后再试'],
  ] as const)('says in %s that an invoice was not downloaded', async (locale, name, text) => {
    const toasts: string[] = [];
    const disconnect = connectToasts((toast) => toasts.push(toast.text));
    await show({ locale, failing: ['get', 'invoices/:id/download'] }, <Invoices />);
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(toasts).toContain(text));
    disconnect();
  });

  it('leaves a card that was not removed in the list', async () => {
    await show({ failing: ['delete', 'payment-methods/pm_2'] }, CARDS);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Mastercard ending in 4444' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/^The card was not removed/)).toBeVisible();
    expect(screen.getByText('Mastercard ending in 4444')).toBeVisible();
  });
});

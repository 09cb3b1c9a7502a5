import type { ChangePreview, Subscription } from '@app/contracts';
import type { Page } from '@playwright/test';
import { text } from '../../texts.js';
import {
  CARD,
  END,
  EVENTS,
  ID,
  INVOICE,
  PAYMENT,
  PAYMENTS,
  PREVIEW,
  START,
  STATS,
  SUBSCRIPTION,
  USAGE,
} from './payment-data.js';
import { waitForContent, type Screen, type View } from '../view.js';
import type { ScreenData } from '../screen-data.js';

const newcomer = ({ newUser: user }: ScreenData) => user;
const subscriber = ({ subscriber: user }: ScreenData) => user;

const paged = (data: unknown[]) => ({ data, page: 1, limit: 20, total: data.length });

/** Answers of the API about money, so that a screen shows one state. */
async function mock(page: Page, answers: Record<string, unknown>): Promise<void> {
  for (const [path, data] of Object.entries(answers))
    await page.route(`**/api/subscriptions/${path}`, (route) => route.fulfill({ json: { success: true, data } }));
}

async function mockSubscriber(page: Page, subscription: Partial<Subscription> = {}): Promise<void> {
  await page.route('**/api/quota/stats', (route) => route.fulfill({ json: { success: true, data: STATS } }));
  await mock(page, {
    my: { ...SUBSCRIPTION, ...subscription },
    usage: USAGE,
    'payments?*': paged(PAYMENTS),
    'invoices?*': paged([INVOICE]),
    'billing-details': { company: 'Ada GmbH', tax_id: 'DE123456789', address: 'Hauptstr. 1\n10115 Berlin\nGermany' },
    'history?*': paged(EVENTS),
    'payment-methods': [CARD, { ...CARD, id: 'pm_2', last4: '4444', brand: 'mastercard', is_default: false }],
    'preview/*': PREVIEW,
    'preview/*?*': PREVIEW,
  });
}

const button = ({ page, locale }: View, key: string, values?: Record<string, string | number>) =>
  page.getByRole('button', { name: text(locale, key, values), exact: true });

const subscription = (name: string, part: Partial<Subscription>, open?: (view: View) => Promise<void>): Screen => ({
  name,
  as: subscriber,
  open: async (view) => {
    await mockSubscriber(view.page, part);
    await view.go('/profile?tab=subscription');
    await view.waitForText('billing:history.title');
    await view.page.getByText('LUM-2026-0117').waitFor();
    await waitForContent(view.page);
    await open?.(view);
  },
});

/** For a person without a plan: what is said before a purchase that repays a debt. */
export async function openDebt(view: View): Promise<void> {
  const preview = { ...PREVIEW, kind: 'new' };
  await mock(view.page, { 'preview/*': preview, 'preview/*?*': preview });
  await view.go('/pricing');
  const [action, name] = [text(view.locale, 'pricing:pay.stripe'), text(view.locale, 'common:plans.pro')];
  await button(view, 'pricing:pay.named', { action, plan: name }).click();
}

/** For a person with a plan: what a dearer one costs, before it is bought. */
async function openUpgrade(view: View): Promise<void> {
  await mockSubscriber(view.page);
  const dearer = { plan_id: 'plan-enterprise', is_annual: false, amount_due: 19.33, next_amount: 29.99 } as const;
  const preview: ChangePreview = { ...PREVIEW, ...dearer, kind: 'upgrade', effective_at: START, credits: 500 };
  await mock(view.page, { 'preview/*': preview, 'preview/*?*': preview });
  await view.go('/pricing');
  const name = text(view.locale, 'common:plans.enterprise');
  await button(view, 'pricing:actions.upgrade', { plan: name }).click();
  await view.waitForText('change:change.rows.due');
}

const outcome = (name: string, answer: object, key: string, values?: Record<string, string>): Screen => ({
  name,
  as: subscriber,
  open: async (view) => {
    await mock(view.page, { 'confirm-payment': { ...PAYMENT, payment_id: ID, subscription: SUBSCRIPTION, ...answer } });
    await view.go(`/payment/success?provider=stripe&payment_id=${ID}`);
    const shown = view.locale === 'zh' && values ? { plan: '专业版' } : values;
    await view.waitForText(key, shown);
    await waitForContent(view.page);
  },
});

const failed = (name: string, query: string, key: string): Screen => ({
  name,
  as: newcomer,
  open: async (view) => {
    await view.go(`/payment/failed?plan=plan-pro&billing=annual&provider=stripe${query}`);
    await view.waitForText(key);
    await view.page.getByRole('main').getByRole('button').first().waitFor();
    await waitForContent(view.page);
  },
});

export const paymentScreens: readonly Screen[] = [
  {
    name: 'pricing-subscribed',
    as: subscriber,
    open: async (view) => {
      await mockSubscriber(view.page);
      await view.go('/pricing');
      await button(view, 'pricing:actions.leave').waitFor();
      await waitForContent(view.page);
    },
  },
  {
    name: 'pricing-unavailable',
    as: newcomer,
    open: async (view) => {
      await view.page.route('**/api/subscriptions/plans', async (route) => {
        const { data } = (await (await route.fetch()).json()) as { data: object[] };
        const plans = data.map((each) => ({ ...each, providers: [] }));
        await route.fulfill({ json: { success: true, data: plans } });
      });
      await view.go('/pricing');
      await view.page.locator('button:enabled', { hasText: text(view.locale, 'pricing:buttons.pro') }).click();
      await view.waitForText('pricing:paymentUnavailable');
    },
  },
  {
    name: 'subscription-free',
    as: newcomer,
    open: async (view) => {
      await view.go('/profile?tab=subscription');
      await view.waitForText('billing:payments.empty');
      await waitForContent(view.page);
    },
  },
  {
    name: 'subscription-failed',
    as: newcomer,
    open: async (view) => {
      await view.page.route('**/api/subscriptions/*', (route) => route.fulfill({ status: 503, body: '' }));
      await view.go('/profile?tab=subscription');
      await view.waitForText('billing:plan.failed');
    },
  },
  subscription('subscription', {}),
  subscription('subscription-paypal', { provider: 'paypal' }, async ({ page, locale }) => {
    await page.getByLabel(text(locale, 'billing:company.taxId')).fill('none');
    await page.getByText(text(locale, 'billing:company.taxIdWrong', { count: 30 })).waitFor();
  }),
  subscription('subscription-cancelled', {
    status: 'canceled',
    canceled_at: START,
    next_charge: null,
    next_grant_at: null,
  }),
  subscription('subscription-past-due', {
    grace_until: END,
    next_charge: null,
    next_grant_at: null,
    debt_credits: 12.5,
  }),
  subscription('subscription-past-due-paypal', {
    provider: 'paypal',
    grace_until: END,
    hosted_invoice_url: 'https://www.paypal.com/myaccount/autopay',
    next_charge: null,
    next_grant_at: null,
  }),
  subscription('subscription-cancelled-unpaid', {
    status: 'canceled',
    canceled_at: START,
    grace_until: END,
    next_charge: null,
    next_grant_at: null,
  }),
  subscription('subscription-pending', {
    pending_plan_id: 'plan-pro',
    pending_is_annual: true,
    next_charge: { amount: 99.99, currency: 'USD', at: END },
  }),
  subscription('subscription-change', {}, async (view) => {
    await button(view, 'billing:plan.toAnnual').click();
    await view.waitForText('change:change.rows.due');
  }),
  { name: 'subscription-upgrade', as: subscriber, open: openUpgrade },
  subscription('subscription-cancel', {}, async (view) => {
    await button(view, 'billing:plan.cancel').click();
    await view.page.getByLabel(text(view.locale, 'change:cancel.reasons.other')).check();
    await view.page.getByLabel(text(view.locale, 'change:cancel.custom')).waitFor();
  }),
  subscription('subscription-refund', {}, async (view) => {
    await button(view, 'billing:payments.refundNamed', { amount: '$9.99' }).click();
    await view.waitForText('billing:payments.ask.plan');
  }),
  {
    name: 'past-due-banner',
    as: subscriber,
    open: async (view) => {
      await mockSubscriber(view.page, { grace_until: END, next_charge: null });
      await view.go('/guide');
      await view.waitForText('errors:pastDue.repair');
    },
  },
  outcome('payment-confirmed', {}, 'payment:success.title', { plan: 'Pro' }),
  outcome('payment-waiting', { status: 'redirecting', subscription: null }, 'payment:success.checkingTitle'),
  outcome('payment-refunded', { refunded_amount: 9.99, subscription: null }, 'payment:success.refundedTitle'),
  failed('payment-declined', '&reason=insufficient_funds', 'payment:failed.title'),
  {
    name: 'payment-left',
    as: newcomer,
    open: async (view) => {
      await mock(view.page, { 'payments/*/status': { ...PAYMENT, payment_id: ID, status: 'cancelled' } });
      await view.go(`/payment/failed?plan=plan-pro&billing=annual&provider=stripe&payment_id=${ID}`);
      await view.waitForText('payment:failed.cancelledTitle');
      await button(view, 'payment:failed.goOn').waitFor();
    },
  },
];

import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Locale, Subscription } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, startServer } from '../../../../test/server';
import { checkoutApi } from '../../../api/endpoints/checkout';
import { PastDueBanner } from '../past-due-banner';
import { PastDueNotice } from './past-due-notice';
import { PlanSection } from './plan-section';

const server = startServer();
const PRO = { ...USER, subscription_status: 'pro' } as const;
const AUTOPAY = 'https://www.paypal.com/myaccount/autopay';
/** Stripe and PayPal count the period that was not paid as the running one. */
const UNPAID: Subscription = { ...SUBSCRIPTION, grace_until: '2026-11-24T09:00:00.000Z', next_charge: null };
const PAYPAL: Subscription = { ...UNPAID, provider: 'paypal', hosted_invoice_url: AUTOPAY };
const cancelled = (subscription: Subscription): Subscription => ({
  ...subscription,
  status: 'canceled',
  next_grant_at: null,
});

beforeEach(() => server.use(meHandler('good')));
const serve = (subscription: Subscription) => server.use(http.get(`${API}/subscriptions/my`, () => ok(subscription)));
const show = async (subscription: Subscription, locale: Locale = 'en') => {
  serve(subscription);
  await renderPart(<PlanSection />, { user: PRO, locale, namespaces: ['billing', 'change'] });
};

describe('a plan that was cancelled after a failed payment', () => {
  it('ends with the grace, and waits for no payment', async () => {
    await show(cancelled(UNPAID));
    expect(await screen.findByText('Ends on Nov 24, 2026')).toBeVisible();
    expect(screen.getByText('None, the plan ends on Nov 24, 2026')).toBeVisible();
    expect(
      screen.getByText(/^You keep Pro until Nov 24, 2026.*Nothing more is charged unless you resume/),
    ).toBeVisible();
    expect(screen.queryByText('Waiting for your payment')).toBeNull();
    expect(screen.getByRole('button', { name: 'Resume Pro' })).toBeVisible();
  });

  it('says the same in Chinese', async () => {
    await show(cancelled(UNPAID), 'zh');
    expect(await screen.findByText('不再扣款，2026年11月24日到期')).toBeVisible();
    expect(screen.getByText(/^2026年11月24日前仍可使用专业版.*不会再扣款；如果恢复/)).toBeVisible();
  });

  it('at PayPal offers no way back, which PayPal does not have', async () => {
    await show(cancelled(PAYPAL));
    expect(await screen.findByText(/^You keep Pro until Nov 24, 2026.*can choose a plan again/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Resume/ })).toBeNull();
  });

  it('is no longer asked to be paid above other pages', async () => {
    serve(cancelled(UNPAID));
    const { store } = await renderPart(<PastDueBanner />, { user: PRO, namespaces: [], path: '/gallery' });
    const { select } = checkoutApi.endpoints.mySubscription;
    await waitFor(() => expect(select()(store.getState()).data).toEqual(cancelled(UNPAID)));
    expect(screen.queryByRole('status')).toBeNull();
  });
});

it('a plan whose payment is still wanted waits for it', async () => {
  await show(UNPAID);
  expect(await screen.findByText('Payment failed')).toBeVisible();
  expect(screen.getByText('Waiting for your payment')).toBeVisible();
});

describe('a payment that PayPal could not take', () => {
  it.each([
    ['en', /at PayPal: it tries again automatically/, 'Open PayPal'],
    ['zh', /PayPal 会在几天内自动重试/, '前往 PayPal'],
  ] as const)('leads to PayPal, which tries again by itself (%s)', async (locale, text, name) => {
    await renderPart(<PastDueNotice subscription={PAYPAL} />, { user: PRO, locale, namespaces: ['billing'] });
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', AUTOPAY);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('does so above other pages, too', async () => {
    serve(PAYPAL);
    await renderPart(<PastDueBanner />, { user: PRO, namespaces: [], path: '/gallery' });
    expect(await screen.findByRole('status')).toHaveTextContent(
      'PayPal will try again automatically: check your payment method there.',
    );
    expect(screen.getByRole('link', { name: 'Open PayPal' })).toHaveAttribute('href', AUTOPAY);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('leads nowhere until the page is known', async () => {
    await renderPart(<PastDueNotice subscription={{ ...PAYPAL, hosted_invoice_url: null }} />, {
      user: PRO,
      namespaces: ['billing'],
    });
    expect(screen.getByText(/at PayPal: it tries again automatically/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Locale, PaymentOutcome, SubscriptionStatus } from '@app/contracts';
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { OUTCOME, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, ok, startServer } from '../../../../test/server';
import { analytics } from '../../../shared/analytics/analytics';
import { PaymentConfirmation } from './payment-confirmation';

const server = startServer();
const RETURNED = { provider: 'stripe', sessionId: 'cs_1' } as const;
let events: string[];

beforeEach(() => {
  events = [];
  jest.spyOn(analytics, 'event').mockImplementation((name) => void events.push(name));
});
afterEach(() => void jest.restoreAllMocks());

async function show(outcome: Partial<PaymentOutcome>, plan: SubscriptionStatus, locale: Locale = 'en') {
  server.use(
    http.get(`${API}/auth/me`, () => ok({ ...USER, subscription_status: plan })),
    http.get(`${API}/quota`, () => ok({ ...QUOTA, subscriptionStatus: plan })),
    http.post(`${API}/subscriptions/confirm-payment-by-session`, () => ok({ ...OUTCOME, ...outcome })),
  );
  await renderPart(<PaymentConfirmation returned={RETURNED} />, { user: USER, locale, namespaces: ['payment'] });
  await screen.findByRole('heading', { level: 1, name: /refunded|disputed|no credits|退款|争议|不会增加积分/ });
  return screen.getByRole('status').textContent;
}
const ways = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('the page after a payment', () => {
  it('that was a second one says that it was refunded, and names the plan that stays', async () => {
    const second = { plan_id: 'plan-enterprise', amount: 29.99, refunded_amount: 29.99 } as const;
    const text = await show({ ...second, subscription: SUBSCRIPTION }, 'pro');
    expect(text).toMatch(/^This payment of \$29\.99 was refunded, and brings no credits\./);
    expect(text).toContain('Your plan is Pro.');
    expect(document.body).not.toHaveTextContent(/is yours|credits are ready|Enterprise|Credits now/);
    expect(ways()).toEqual(['/profile?tab=subscription']);
    expect(events).toEqual([]);
  });

  it('that was refunded later leads a free person back to the plans', async () => {
    const text = await show({ refunded_amount: 9.99, subscription: null }, 'free');
    expect(text).toMatch(/This payment of \$9\.99 was refunded.*Your plan is Free\./);
    expect(ways()).toEqual(['/profile?tab=subscription', '/pricing']);
    expect(events).toEqual([]);
  });

  it('of which a part was refunded names both amounts', async () => {
    const text = await show({ refunded_amount: 3.33 }, 'pro');
    expect(text).toMatch(/^\$3\.33 of this payment of \$9\.99 was refunded\./);
    expect(text).toContain('Your plan is Pro.');
    expect(events).toEqual([]);
  });

  it('that the bank disputes says so, and leads to support', async () => {
    const text = await show({ is_disputed: true, subscription: null }, 'free');
    expect(text).toMatch(/^Your bank disputes this payment of \$9\.99/);
    expect(ways()).toContain('/contact');
    expect(events).toEqual([]);
  });

  it('that brings nothing and is not refunded yet gives no thanks, names the plan that stays, and leads to support', async () => {
    const text = await show({ is_unearned: true, plan_id: 'plan-enterprise', amount: 29.99 }, 'pro');
    expect(text).toMatch(
      /^You paid \$29\.99, but this payment brings no credits, so it is refunded\..*after 10 days, write to us\..*Your plan is Pro\./,
    );
    expect(document.body).not.toHaveTextContent(/is yours|credits are ready|Enterprise|Credits now/);
    expect(ways()).toEqual(['/profile?tab=subscription', '/contact']);
    expect(events).toEqual([]);
  });

  it.each([
    [
      '这笔付款不会增加积分',
      { is_unearned: true },
      /这笔 \$9\.99 的付款不会增加积分，会退给你。.*10 天后仍未到账，请联系我们/,
    ],
    ['这笔付款已退款', { refunded_amount: 9.99 }, /这笔 \$9\.99 的付款已退款，不会增加积分。.*你的套餐是免费版。/],
    ['这笔付款已退款', { refunded_amount: 3.33 }, /这笔 \$9\.99 的付款已退回 \$3\.33。/],
    ['这笔付款有争议', { is_disputed: true }, /银行对这笔 \$9\.99 的付款有争议/],
  ] as const)('says it in Chinese (%s)', async (title, outcome, text) => {
    expect(await show({ ...outcome, subscription: null }, 'free', 'zh')).toMatch(text);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});

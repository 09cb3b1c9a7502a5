import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Locale, Subscription, User } from '@app/contracts';
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { chargeOf, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, startServer } from '../../../../test/server';
import { PlanSection } from './plan-section';

const server = startServer();
const user: User = { ...USER, subscription_status: 'enterprise' };
const ENTERPRISE = { plan_id: 'plan-enterprise', plan_type: 'enterprise', next_charge: chargeOf(19.99) } as const;

beforeEach(() => server.use(meHandler('good')));
const show = async (part: Partial<Subscription>, locale: Locale = 'en') => {
  server.use(http.get(`${API}/subscriptions/my`, () => ok({ ...SUBSCRIPTION, ...ENTERPRISE, ...part })));
  await renderPart(<PlanSection />, { user, locale, namespaces: ['billing'] });
};
const tablePrice = () => screen.queryByText(/29\.99/);

describe('a plan that was sold at a former price', () => {
  it('is shown at the price that is charged', async () => {
    await show({});
    expect(await screen.findByText('$19.99 a month · paid by card')).toBeVisible();
    expect(screen.getByText('$19.99 on Dec 17, 2026')).toBeVisible();
    expect(tablePrice()).toBeNull();
  });

  it.each([
    ['that ends', { status: 'canceled', next_charge: null }],
    ['whose payment failed', { grace_until: '2026-11-24T09:00:00.000Z', next_charge: null }],
    ['before a planned change', { pending_plan_id: 'plan-pro', next_charge: chargeOf(9.99) }],
  ] as const)('is shown without a price %s, since its own is not known', async (_, part) => {
    await show(part);
    expect(await screen.findByText('Billed monthly · paid by card')).toBeVisible();
    expect(tablePrice()).toBeNull();
  });

  it('by the year is shown without a price in Chinese, too', async () => {
    await show({ is_annual: true, status: 'canceled', next_charge: null }, 'zh');
    expect(await screen.findByText('按年付费 · 银行卡支付')).toBeVisible();
  });
});

it('a planned change is shown at the price that will be charged', async () => {
  await show({ pending_plan_id: 'plan-pro', next_charge: chargeOf(7.99) });
  expect(await screen.findByText('From Dec 17, 2026: Pro, $7.99 a month.')).toBeVisible();
});

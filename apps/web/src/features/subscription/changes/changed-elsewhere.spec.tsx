import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Subscription } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PREVIEW, SUBSCRIPTION } from '../../../../test/billing';
import { showPlanActions } from '../../../../test/plan-actions';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../../test/server';
import { PlanSection } from '../overview/plan-section';

const server = startServer();
const PRO = { ...USER, subscription_status: 'pro' } as const;
const CANCELLED: Subscription = { ...SUBSCRIPTION, status: 'canceled', canceled_at: '2026-11-18T09:00:00.000Z' };
const ELSEWHERE = 'Your plan was changed elsewhere';

let mine: Subscription | null;
const status = () => (mine ? mine.plan_type : 'free');
const previewed = (answer: () => Response) =>
  server.use(http.get(`${API}/subscriptions/preview/:plan`, () => answer()));

beforeEach(() => {
  mine = SUBSCRIPTION;
  server.use(
    http.get(`${API}/auth/me`, () => ok({ ...USER, subscription_status: status() })),
    http.get(`${API}/quota`, () => ok({ ...QUOTA, subscriptionStatus: status() })),
    http.get(`${API}/subscriptions/my`, () => ok(mine)),
  );
});

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const focused = () => document.activeElement as HTMLElement;
const told = async (text: string) => {
  const dialog = await screen.findByRole('dialog');
  return waitFor(() => {
    expect(within(dialog).getByRole('alert')).toHaveTextContent(text);
    return dialog;
  });
};

describe('on the page of the subscription', () => {
  const show = (locale: 'en' | 'zh' = 'en') =>
    renderPart(<PlanSection />, {
      user: PRO,
      locale,
      namespaces: ['billing', 'change'],
      path: '/profile?tab=subscription',
    });

  it('a plan that was cancelled in another tab is told as such, and offers to be resumed once that is read', async () => {
    await show();
    await screen.findByRole('button', { name: 'Switch to annual' });
    mine = CANCELLED;
    previewed(() => refuse('SUBSCRIPTION_NOT_CHANGEABLE'));
    await click('Switch to annual');
    const dialog = await told(ELSEWHERE);
    expect(dialog).toHaveTextContent('Nothing was changed or charged here.');
    expect(dialog).toHaveTextContent('Resume it or settle its open payment first.');
    // It would lead to this very page.
    expect(within(dialog).queryByRole('link')).toBeNull();
    await click('Done');
    expect(await screen.findByRole('button', { name: 'Resume Pro' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    // The button that opened the dialog is gone.
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your plan' })).toContainElement(focused()));
  });

  it('a plan that was refunded in another tab is not changed, and nothing is said about money that is due', async () => {
    const { store } = await show();
    await screen.findByRole('button', { name: 'Switch to annual' });
    mine = null;
    previewed(() => ok({ ...PREVIEW, kind: 'new', amount_due: 9.99 }));
    await click('Switch to annual');
    const dialog = await told(ELSEWHERE);
    expect(dialog).toHaveTextContent('You have no paid plan now.');
    expect(dialog).not.toHaveTextContent(/\$|Nothing is charged today/);
    expect(within(dialog).getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
    expect(within(dialog).queryByRole('button', { name: /^(Pay|Change)/ })).toBeNull();
    expect(store.getState().session.user?.subscription_status).toBe('free');
  });

  it('a change that was refused after its preview is told alike', async () => {
    previewed(() => ok({ ...PREVIEW, kind: 'interval', amount_due: 0 }));
    server.use(
      http.put(`${API}/subscriptions/my`, () => {
        mine = CANCELLED;
        return refuse('SUBSCRIPTION_NOT_CHANGEABLE');
      }),
    );
    await show();
    await click('Switch to annual');
    await click(/^Change on/);
    const dialog = await told(ELSEWHERE);
    expect(within(dialog).queryByRole('button', { name: /^Change on/ })).toBeNull();
    expect(dialog).not.toHaveTextContent('Nothing is charged today');
  });

  it('a change that was made in another tab is not said to have been made here', async () => {
    previewed(() => ok({ ...PREVIEW, kind: 'interval', amount_due: 0 }));
    server.use(
      http.put(`${API}/subscriptions/my`, () => {
        mine = { ...SUBSCRIPTION, is_annual: true };
        return refuse('ALREADY_ON_PLAN');
      }),
    );
    await show();
    await click('Switch to annual');
    await click(/^Change on/);
    const dialog = await told(ELSEWHERE);
    expect(dialog).toHaveTextContent('Nothing was changed or charged here.');
    expect(dialog).not.toHaveTextContent('Your plan is now');
  });

  it('is told in Chinese', async () => {
    await show('zh');
    await screen.findByRole('button', { name: '改为按年付费' });
    mine = null;
    previewed(() => ok({ ...PREVIEW, kind: 'new' }));
    await click('改为按年付费');
    expect(await told('套餐已在别处变更')).toHaveTextContent('这里没有变更，也没有扣款');
  });
});

describe('on the page of plans', () => {
  it('a refunded plan is told, and the plan can be bought below', async () => {
    await showPlanActions({ plan: 'enterprise', user: PRO });
    await screen.findByRole('button', { name: 'Upgrade to Enterprise' });
    mine = null;
    previewed(() => ok({ ...PREVIEW, kind: 'new', amount_due: 29.99 }));
    await click('Upgrade to Enterprise');
    await told('You have no paid plan now.');
    await click('Done');
    expect(await screen.findByRole('button', { name: 'Pay by card: Enterprise' })).toBeVisible();
  });

  it('a plan of which it was known that it cannot be changed was not changed elsewhere', async () => {
    mine = CANCELLED;
    previewed(() => refuse('SUBSCRIPTION_NOT_CHANGEABLE'));
    await showPlanActions({ plan: 'enterprise', user: PRO });
    await click('Upgrade to Enterprise');
    const dialog = await told('Resume it or settle its open payment first.');
    expect(dialog).not.toHaveTextContent(ELSEWHERE);
    expect(within(dialog).getByRole('link', { name: 'Go to subscription' })).toBeVisible();
  });
});

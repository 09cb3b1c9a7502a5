import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Locale, Subscription } from '@app/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { CARD, SUBSCRIPTION } from '../../../../test/billing';
import { pass } from '../../../../test/generate-page';
import { passUntil } from '../../../../test/pass-until';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { connectToasts } from '../../../shared/toasts';
import { PastDueBanner } from '../past-due-banner';
import { SubscriptionOverview } from './subscription-overview';

const server = startServer();
const leaveTo = leave.to;
const PRO = { ...USER, subscription_status: 'pro' } as const;
const INVOICE_PAGE = 'https://pay.example/in_1';
const PAST_DUE: Subscription = {
  ...SUBSCRIPTION,
  grace_until: '2026-11-24T09:00:00.000Z',
  hosted_invoice_url: INVOICE_PAGE,
};
const FAILED = 'Your last payment failed';
const TAB = '/profile?tab=subscription';
const empty = () => ok({ data: [], page: 1, limit: 20, total: 0 });

let mine: Subscription;
let looks: number;
let confirmed: unknown[];
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  [mine, looks, confirmed, toasts] = [PAST_DUE, 0, [], []];
  leave.to = () => undefined;
  disconnect = connectToasts(({ text }) => toasts.push(text));
  server.use(
    http.get(`${API}/auth/me`, () => ok(PRO)),
    http.get(`${API}/quota`, () => ok({ ...QUOTA, subscriptionStatus: 'pro' })),
    http.get(`${API}/subscriptions/my`, () => {
      looks += 1;
      return ok(mine);
    }),
    http.get(`${API}/subscriptions/usage`, () => refuse('INTERNAL_ERROR')),
    http.get(`${API}/subscriptions/payments`, empty),
    http.get(`${API}/subscriptions/invoices`, empty),
    http.get(`${API}/subscriptions/history`, empty),
    http.get(`${API}/subscriptions/payment-methods`, () => ok([CARD])),
    http.get(`${API}/subscriptions/billing-details`, () => ok({ company: '', tax_id: '', address: '' })),
  );
});
afterEach(() => {
  leave.to = leaveTo;
  disconnect();
  jest.useRealTimers();
});

const show = (path = TAB, locale: Locale = 'en') =>
  renderPart(<SubscriptionOverview />, { user: PRO, locale, namespaces: ['billing', 'change'], path });
const confirming = (answer: () => Response) =>
  server.use(
    http.post(`${API}/subscriptions/payment-methods/session/confirm`, async ({ request }) => {
      confirmed.push(await request.json());
      return answer();
    }),
  );
const holdTime = () => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
/** In small steps: answers come in between. */
const wait = async (seconds: number) => {
  for (let step = 0; step < seconds * 2; step += 1) await pass(500);
};
const comeBack = () => fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
const repair = async () => userEvent.click(await screen.findByRole('button', { name: 'Fix the payment' }));

describe('a return from the page for a new card', () => {
  const RETURN = `${TAB}&session_id=cs_9`;

  it('confirms the card, which pays what was open, and leaves nothing of it in the address', async () => {
    confirming(() => {
      mine = SUBSCRIPTION;
      return ok(CARD);
    });
    const { place } = await show(RETURN);
    await waitFor(() => expect(toasts).toEqual(['Your new card is saved and will be charged from now on.']));
    expect(await screen.findByText('Active')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
    expect([confirmed, place()]).toEqual([[{ session_id: 'cs_9' }], TAB]);
  });

  it('says that the card is being confirmed, and not that the payment failed', async () => {
    let answer: (response: Response) => void = () => undefined;
    server.use(
      http.post(
        `${API}/subscriptions/payment-methods/session/confirm`,
        () => new Promise<Response>((resolve) => (answer = resolve)),
      ),
    );
    await show(RETURN);
    expect(await screen.findByText('Confirming your new card…')).toBeVisible();
    await screen.findByText('Payment failed');
    expect(screen.queryByText(FAILED)).toBeNull();
    act(() => answer(ok(CARD)));
    expect(await screen.findByText(FAILED)).toBeVisible();
    expect(screen.queryByText('Confirming your new card…')).toBeNull();
  });

  it.each([
    ['en', /^Your new card could not be confirmed yet\./],
    ['zh', /^暂时没能确认新添加的银行卡。/],
  ] as const)('asks again for a while where it cannot be confirmed, then says so in %s', async (locale, text) => {
    holdTime();
    confirming(() => refuse('PAYMENT_UNAVAILABLE'));
    await show(RETURN, locale);
    await wait(5);
    expect(screen.queryByText(text)).toBeNull();
    await passUntil(() => screen.queryByText(text) !== null);
    expect(screen.getByText(text)).toBeVisible();
    await wait(10);
    expect(confirmed).toHaveLength(10);
    expect(toasts).toEqual([]);
  });

  it('asks until the page is finished', async () => {
    holdTime();
    confirming(() => ok(confirmed.length < 3 ? null : CARD));
    await show(RETURN);
    await passUntil(() => toasts.length > 0);
    expect(toasts).toEqual(['Your new card is saved and will be charged from now on.']);
    await wait(10);
    expect(confirmed).toHaveLength(3);
  });

  it('of somebody else is not asked about twice', async () => {
    confirming(() => refuse('NOT_FOUND'));
    await show(RETURN);
    expect(await screen.findByText(/^Your new card could not be confirmed yet\./)).toBeVisible();
    expect(confirmed).toHaveLength(1);
  });
});

describe('a return from the page of an open invoice', () => {
  it.each(['kept by the browser', 'loaded anew'])(
    'to a page that was %s looks for the payment and shows the plan that continues',
    async (how) => {
      const { unmount } = await show();
      await repair();
      holdTime();
      if (how === 'loaded anew') {
        unmount();
        await show();
      } else comeBack();
      expect(await screen.findByText('Checking your payment…')).toBeVisible();
      expect(screen.queryByText(FAILED)).toBeNull();
      mine = SUBSCRIPTION;
      await passUntil(() => screen.queryByText('Active') !== null);
      expect(screen.getByText('Active')).toBeVisible();
      expect(screen.queryByText('Checking your payment…')).toBeNull();
      await passUntil(() => toasts.length > 0);
      expect(toasts).toEqual(['Your payment has arrived. Pro continues.']);
    },
  );

  it('without a payment says so after a while, and looks no more', async () => {
    await show();
    await repair();
    holdTime();
    comeBack();
    await passUntil(() => screen.queryByText(/^No new payment has arrived yet\./) !== null);
    expect(screen.getByText(/^No new payment has arrived yet\./)).toBeVisible();
    expect(screen.getByText(FAILED)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Fix the payment' })).toBeEnabled();
    const before = looks;
    await wait(10);
    expect(looks).toBe(before);
    expect(toasts).toEqual([]);
  });

  it('is found above other pages, too', async () => {
    await renderPart(<PastDueBanner />, { user: PRO, namespaces: [], path: '/gallery' });
    await repair();
    holdTime();
    comeBack();
    expect(screen.getByRole('status')).toHaveTextContent('Checking your payment…');
    mine = SUBSCRIPTION;
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    await waitFor(() => expect(toasts).toEqual(['Your payment has arrived. Pro continues.']));
  });
});

it('a plan whose payment failed is only read, where nobody comes back from a payment', async () => {
  await show();
  await screen.findByText(FAILED);
  holdTime();
  comeBack();
  await wait(10);
  expect(screen.getByText(FAILED)).toBeVisible();
  expect(screen.queryByText(/^No new payment/)).toBeNull();
  expect(looks).toBeLessThanOrEqual(2);
  expect(confirmed).toEqual([]);
});

describe('somebody who comes back to a tab', () => {
  const focus = () => fireEvent(window, new Event('focus'));

  it('is told of a renewal that failed meanwhile', async () => {
    mine = SUBSCRIPTION;
    await renderPart(<PastDueBanner />, { user: PRO, namespaces: [], path: '/gallery', settles: true });
    await waitFor(() => expect(looks).toBe(1));
    mine = PAST_DUE;
    focus();
    expect(await screen.findByRole('status')).toHaveTextContent(FAILED);
  });

  it('sees a plan that was cancelled on another device', async () => {
    mine = SUBSCRIPTION;
    await show();
    await screen.findByText('Active');
    mine = { ...SUBSCRIPTION, status: 'canceled', canceled_at: '2026-11-18T09:00:00.000Z' };
    focus();
    expect(await screen.findByRole('button', { name: 'Resume Pro' })).toBeVisible();
  });
});

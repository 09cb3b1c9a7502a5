import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CallAnswer, Payment, PaymentMethod, subscriptionCalls } from '@app/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { ReactElement } from 'react';
import { CARD, INVOICE, PAYMENT, SUBSCRIPTION, quotaStats } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { History } from './history';
import { Invoices } from './invoices';
import { PaymentMethods } from './payment-methods';
import { Payments } from './payments';
import { UsageSection } from './usage-section';

type Event = CallAnswer<typeof subscriptionCalls.history>['data'][number];

const server = startServer();
beforeEach(() => server.use(meHandler('good')));

const show = (part: ReactElement) => renderPart(part, { user: USER, namespaces: ['billing', 'change', 'payment'] });
/** Serves a list of two pages; returns which of them were asked for. */
function serve(path: string, data: unknown[]): (string | null)[] {
  const asked: (string | null)[] = [];
  server.use(
    http.get(`${API}/subscriptions/${path}`, ({ request }) => {
      const page = new URL(request.url).searchParams.get('page');
      asked.push(page);
      return ok({ data, page: Number(page), limit: 20, total: 21 });
    }),
  );
  return asked;
}
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

const EVENT: Event = {
  id: 1,
  kind: 'started',
  plan_id: 'plan-pro',
  is_annual: false,
  amount: null,
  currency: 'USD',
  at: PAYMENT.created_at,
};

const LISTS: [string, ReactElement, object][] = [
  ['payments', <Payments key="payments" />, PAYMENT],
  ['invoices', <Invoices key="invoices" />, INVOICE],
  ['history', <History key="history" />, EVENT],
];

it.each(LISTS)('the other pages of %s are asked for when they are wanted', async (path, part, entry) => {
  const asked = serve(path, [entry]);
  await show(part);
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(asked).toEqual(['1', '2']));
  expect(screen.queryByRole('button', { name: 'Page 3' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page'));
});

it.each(LISTS)(
  'a page of %s that fails says so in place of the one before, which is gone back to',
  async (path, part, entry) => {
    serve(path, [entry]);
    await show(part);
    const second = await screen.findByRole('button', { name: 'Page 2' });
    server.use(http.get(`${API}/subscriptions/${path}`, () => refuse('INTERNAL_ERROR')));
    await userEvent.click(second);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByRole('listitem')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Page 1' }));
    expect(await screen.findByRole('listitem')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

const PAST_USAGE = { period_start: '', period_end: INVOICE.period_end, granted: 7, used: 0, remaining: 7, images: 0 };
const pageOf = (entry: object) => ({ data: [entry], page: 1, limit: 20, total: 1 });

it.each<[string, ReactElement, object, object, string]>([
  [
    'payments',
    <Payments key="payments" />,
    pageOf({ ...PAYMENT, refund_state: 'pending' }),
    pageOf({ ...PAYMENT, refund_state: 'failed' }),
    'The refund did not reach you.',
  ],
  [
    'invoices',
    <Invoices key="invoices" />,
    pageOf({ ...INVOICE, status: 'open' }),
    pageOf({ ...INVOICE, status: 'refunded' }),
    'Refunded',
  ],
  ['history', <History key="history" />, pageOf(EVENT), pageOf({ ...EVENT, kind: 'ended' }), 'Pro ended'],
  [
    'usage',
    <UsageSection key="usage" />,
    PAST_USAGE,
    { ...PAST_USAGE, used: 7, remaining: 0, images: 2 },
    '7 used, 2 images made',
  ],
  [
    'payment-methods',
    <PaymentMethods key="cards" subscription={SUBSCRIPTION} />,
    [CARD],
    [{ ...CARD, last4: '4444' }],
    'Visa ending in 4444',
  ],
])('who comes back to the tab finds /%s as it is now', async (path, part, before, after, text) => {
  let answer = before;
  server.use(
    http.get(`${API}/subscriptions/${path}`, () => ok(answer)),
    http.get(`${API}/quota/stats`, () => ok(quotaStats())),
  );
  const { store } = await show(part);
  await waitFor(() => expect(Object.values(store.getState().api.queries)[0]?.status).toBe('fulfilled'));
  expect(screen.queryByText(text, { exact: false })).toBeNull();
  answer = after;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
});

it('the history says what has happened', async () => {
  const kinds = ['started', 'renewed', 'changed', 'cancelled', 'resumed', 'failed', 'refunded', 'ended'] as const;
  serve(
    'history',
    kinds.map((kind, id) => ({ ...EVENT, id, kind })),
  );
  await show(<History />);
  expect(await rows()).toEqual(
    [
      'Pro started',
      'Pro renewed',
      'Changed to Pro',
      'Pro cancelled',
      'Pro resumed',
      'A payment for Pro failed',
      'A payment for Pro was refunded',
      'Pro ended',
    ].map((text) => `${text}Nov 17, 2026`),
  );
});

it('an invoice says how it stands, and is downloaded by its number', async () => {
  const statuses = ['open', 'paid', 'void', 'uncollectible', 'refunded'] as const;
  serve(
    'invoices',
    statuses.map((status) => ({ ...INVOICE, id: status, status })),
  );
  await show(<Invoices />);
  const words = ['Open', 'Paid', 'Void', 'Unpaid', 'Refunded'];
  const period = 'Pro · Nov 17, 2026 to Dec 17, 2026';
  expect(await rows()).toEqual(words.map((word) => `LUM-0001${period}${word}$9.99Download`));
  expect(screen.getAllByRole('button', { name: 'Download invoice LUM-0001' })).toHaveLength(5);
});

it('one image is told as one', async () => {
  server.use(
    http.get(`${API}/quota/stats`, () => ok(quotaStats())),
    http.get(`${API}/subscriptions/usage`, () =>
      ok({ period_start: '', period_end: INVOICE.period_end, granted: 7, used: 3.5, remaining: 3.5, images: 1 }),
    ),
  );
  await show(<UsageSection />);
  expect(await screen.findByText('3.5 used, 1 image made')).toBeVisible();
  expect(screen.getByText('≈ 1 image with the default model')).toBeVisible();
});

describe('a payment', () => {
  it('says how it stands', async () => {
    const statuses = ['redirecting', 'success', 'failed', 'cancelled'] as const;
    serve(
      'payments',
      statuses.map((status): Payment => ({ ...PAYMENT, id: status, status, can_refund: false })),
    );
    await show(<Payments />);
    const words = ['Not finished', 'Paid', 'Failed', 'Not paid'];
    expect(await rows()).toEqual(words.map((word) => `Pro · monthlyNov 17, 2026${word}$9.99`));
  });

  it('says that its refund is on its way, or did not arrive and who helps', async () => {
    const states = ['pending', 'failed'] as const;
    serve(
      'payments',
      states.map((state): Payment => ({ ...PAYMENT, id: state, refund_state: state, can_refund: false })),
    );
    await show(<Payments />);
    expect(await rows()).toEqual([
      'Pro · monthlyNov 17, 2026Refund on its way$9.99',
      'Pro · monthlyNov 17, 2026The refund did not reach you. Write to usRefund failed$9.99',
    ]);
    expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  });

  it('tells before a refund what becomes of money, plan and images, and why it was not made', async () => {
    serve('payments', [PAYMENT]);
    await show(<Payments />);
    const button = await screen.findByRole('button', { name: 'Refund $9.99' });
    expect(button).toHaveTextContent('Refund');
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund $9.99?' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '$9.99 goes back to where it came from, usually within 5 to 10 days.',
      'Your plan ends immediately, and its unused credits are taken back.',
      'Your images stay.',
    ]);
    expect(dialog.queryByRole('alert')).toBeNull();
    server.use(http.post(`${API}/subscriptions/refund`, () => refuse('REFUND_NOT_POSSIBLE')));
    await userEvent.click(dialog.getByRole('button', { name: 'Refund $9.99' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The payment was not refunded');
    expect(dialog.getByRole('button', { name: 'Copy request ID' })).toBeVisible();
  });
});

describe('the cards', () => {
  const showCards = async (methods: PaymentMethod[]) => {
    server.use(http.get(`${API}/subscriptions/payment-methods`, () => ok(methods)));
    await show(<PaymentMethods subscription={SUBSCRIPTION} />);
    await screen.findAllByRole('listitem');
  };

  it('have the names of their brands', async () => {
    const brands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'cartes_bancaires'];
    await showCards(brands.map((brand) => ({ ...CARD, id: brand, brand })));
    expect(screen.getAllByText(/ending in 4242$/).map(({ textContent }) => textContent)).toEqual(
      ['Visa', 'Mastercard', 'American Express', 'Discover', 'Diners Club', 'JCB', 'UnionPay', 'cartes_bancaires'].map(
        (name) => `${name} ending in 4242`,
      ),
    );
  });

  it('rest while one of them is changed', async () => {
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const other = { ...CARD, id: 'pm_2', last4: '4444', is_default: false };
    server.use(
      http.post(`${API}/subscriptions/payment-methods/pm_2/default`, () =>
        held.then(() => ok({ ...other, is_default: true })),
      ),
    );
    await showCards([CARD, other]);
    const button = (action: string) => screen.getByRole('button', { name: `${action}: Visa ending in 4444` });
    expect([button('Make default'), button('Remove')].map(({ textContent }) => textContent)).toEqual([
      'Make default',
      'Remove',
    ]);
    await userEvent.click(button('Make default'));
    expect(button('Make default')).toHaveAttribute('aria-busy', 'true');
    expect(button('Remove')).toBeDisabled();
    answer();
    await waitFor(() => expect(button('Remove')).toBeEnabled());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tell what became of the latest try alone', async () => {
    const other = { ...CARD, id: 'pm_2', last4: '4444', is_default: false };
    let isRefused = true;
    const refusedOr = (body: unknown) => () => (isRefused ? refuse('INTERNAL_ERROR') : ok(body));
    server.use(
      http.post(`${API}/subscriptions/payment-methods/pm_2/default`, refusedOr({ ...other, is_default: true })),
      http.delete(`${API}/subscriptions/payment-methods/pm_2`, refusedOr(null)),
    );
    await showCards([CARD, other]);
    const press = async (action: string) =>
      userEvent.click(await screen.findByRole('button', { name: `${action}: Visa ending in 4444` }));
    const remove = async () => {
      await press('Remove');
      await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    };
    const told = () => screen.findByRole('alert');
    await remove();
    expect(await told()).toHaveTextContent(/^The card was not removed/);
    await press('Make default');
    await waitFor(async () => expect(await told()).not.toHaveTextContent(/^The card was not removed/));
    await remove();
    await waitFor(async () => expect(await told()).toHaveTextContent(/^The card was not removed/));
    isRefused = false;
    await press('Make default');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

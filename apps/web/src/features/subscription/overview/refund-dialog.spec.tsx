import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Locale, Payment } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PAYMENT } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { Payments } from './payments';

const server = startServer();
beforeEach(() => server.use(meHandler('good')));
afterEach(() => void jest.restoreAllMocks());

const UPGRADE: Payment = { ...PAYMENT, id: 'up', kind: 'upgrade', plan_id: 'plan-enterprise', amount: 20 };

/** The dialog of the only payment that can be refunded. */
async function ask(payment: Payment, { hasEnded = false, locale }: { hasEnded?: boolean; locale?: Locale } = {}) {
  server.use(
    http.get(`${API}/subscriptions/payments`, () => ok({ data: [payment], page: 1, limit: 20, total: 1 })),
    http.post(`${API}/subscriptions/refund`, () => refuse('REFUND_NOT_POSSIBLE')),
  );
  const namespaces = ['billing', 'payment'] as const;
  await renderPart(<Payments hasEnded={hasEnded} />, { user: USER, namespaces, locale });
  await userEvent.click(await screen.findByRole('button', { name: /^(Refund|退款)/ }));
  return within(await screen.findByRole('dialog'));
}
const sentences = (dialog: Awaited<ReturnType<typeof ask>>) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('before a refund of an upgrade, the dialog', () => {
  it('says that the plan ends as a whole, which credits go and stay, and that the payment before it follows', async () => {
    const dialog = await ask({ ...UPGRADE, can_refund_previous: true });
    expect(sentences(dialog)).toEqual([
      '$20.00 goes back to where it came from, usually within 5 to 10 days.',
      'Your whole plan ends immediately, not only the upgrade.',
      'The unused credits of the upgrade are taken back. Those of the payment before it stay until they expire.',
      'Afterwards you can refund the payment before it, too.',
      'Your images stay.',
    ]);
  });

  it('says when the payment before it is not refunded, and why', async () => {
    expect(sentences(await ask(UPGRADE))).toContain(
      'The payment before it cannot be refunded: refunds are for 14 days, with at most 10% of the credits used.',
    );
  });

  it('says the same in Chinese', async () => {
    const dialog = await ask({ ...UPGRADE, can_refund_previous: true }, { locale: 'zh' });
    expect(sentences(dialog).slice(1, 4)).toEqual([
      '整个套餐立即结束，不只是退掉升级。',
      '升级带来的积分，未用的收回；前一笔付款的积分保留，到期日不变。',
      '之后还可以退前一笔付款。',
    ]);
  });
});

it('before a refund after the plan has ended, the dialog ends no plan', async () => {
  const dialog = await ask(PAYMENT, { hasEnded: true });
  expect(sentences(dialog)).toEqual([
    '$9.99 goes back to where it came from, usually within 5 to 10 days.',
    'The unused credits of this payment are taken back.',
    'Your images stay.',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'No refund' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  ['en', 'Refund $9.99', 'You are offline. You can ask for the refund once you are back online.'],
  ['zh', '退款 $9.99', '当前没有网络，联网后才能申请退款。'],
] as const)('in %s, a refund is not asked for without a network, and that is said', async (locale, name, text) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const dialog = await ask(PAYMENT, { locale });
  expect(dialog.getByRole('button', { name })).toBeDisabled();
  expect(dialog.getByText(text)).toBeVisible();
});

it('a refund that was refused is not said to be made: the page says what holds and links to support', async () => {
  const dialog = await ask(PAYMENT);
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $9.99' }));
  const alert = within(await dialog.findByRole('alert'));
  expect(alert.getByText('The payment was not refunded')).toBeVisible();
  expect(alert.getByText(/Nothing was refunded, and your plan stays as it is/)).toBeVisible();
  expect(alert.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
});

it('a refund that cannot be made now is not left open: nothing was refunded, and one can ask again or write', async () => {
  const dialog = await ask(PAYMENT);
  server.use(http.post(`${API}/subscriptions/refund`, () => refuse('REFUND_DELAYED')));
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $9.99' }));
  const alert = within(await dialog.findByRole('alert'));
  expect(alert.getByText('The payment was not refunded')).toBeVisible();
  expect(alert.getByText(/nothing was refunded.*ask for it again later/)).toBeVisible();
  expect(alert.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
});

it.each([
  ['en', 'Refund $9.99', 'We do not know yet whether this payment was refunded', /^The refund may have been asked for/],
  ['zh', '退款 $9.99', '还不确定这笔付款是否已退款', /^退款可能已经提出/],
] as const)(
  'in %s, a refund without an answer is said to be open, and plan and credits are read again',
  async (locale, name, title, text) => {
    const dialog = await ask(PAYMENT, { locale });
    let reads = 0;
    server.use(
      http.post(`${API}/subscriptions/refund`, () => refuse('PAYMENT_UNAVAILABLE')),
      http.get(`${API}/auth/me`, () => {
        reads += 1;
        return ok(USER);
      }),
    );
    await userEvent.click(dialog.getByRole('button', { name }));
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText(title)).toBeVisible();
    expect(alert.getByText(text)).toBeVisible();
    expect(reads).toBe(1);
  },
);

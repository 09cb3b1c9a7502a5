import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PAYMENT, SUBSCRIPTION } from '../../test/billing';
import { startProfile } from '../../test/profile-page';
import { API, ok, startServer } from '../../test/server';
import { statement } from '../../test/statement';

const server = startServer();
const world = startProfile(server);
const page = (data: unknown[]) => ok({ data, page: 1, limit: 20, total: data.length });
const USAGE = { granted: 200, used: 60, remaining: 140, images: 17 };

beforeEach(() => {
  const { current_period_start: period_start, current_period_end: period_end } = SUBSCRIPTION;
  server.use(
    http.get(`${API}/subscriptions/usage`, () => ok({ ...USAGE, period_start, period_end })),
    http.get(`${API}/subscriptions/invoices`, () => page([])),
    http.get(`${API}/subscriptions/history`, () => page([])),
    http.get(`${API}/subscriptions/payment-methods`, () => ok([])),
    http.get(`${API}/quota/statement`, () => ok(statement({ data: [], total: 0 }))),
    http.get(`${API}/subscriptions/my`, () => ok({ ...SUBSCRIPTION, provider: 'paypal' })),
    http.get(`${API}/subscriptions/payments`, () => page([{ ...PAYMENT, provider: 'paypal' }])),
    http.get(`${API}/subscriptions/billing-details`, () => ok({ company: '', tax_id: '', address: '' })),
  );
});

it('company details that are not saved are asked about before one leaves by a tab, or closes the page', async () => {
  await world.open('subscription');
  await userEvent.type(await screen.findByLabelText('Company name'), 'Ada GmbH');
  await userEvent.click(screen.getByRole('tab', { name: 'Statement' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Company name')).toHaveValue('Ada GmbH');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('tab', { name: 'Statement' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(world.place()).toBe('/profile?tab=statement'));
});

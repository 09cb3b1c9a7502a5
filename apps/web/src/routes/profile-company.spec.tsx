import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PAYMENT, SUBSCRIPTION, quotaStats } from '../../test/billing';
import { deferredAnswer } from '../../test/deferred-answer';
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
    http.get(`${API}/quota/stats`, () => ok(quotaStats())),
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

it('company details are asked about as well where they cannot be saved as they are', async () => {
  await world.open('subscription');
  await userEvent.click(await screen.findByLabelText('VAT or tax ID'));
  await userEvent.paste('none');
  expect(screen.getByLabelText('VAT or tax ID')).toBeInvalid();
  await userEvent.click(screen.getByRole('tab', { name: 'Statement' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

it('company details are asked about until they are saved, and no more from then on', async () => {
  const answer = deferredAnswer();
  const saved = { company: 'Ada GmbH', tax_id: '', address: '' };
  server.use(http.put(`${API}/subscriptions/billing-details`, async () => ok((await answer.given, saved))));
  await world.open('subscription');
  await userEvent.type(await screen.findByLabelText('Company name'), 'Ada GmbH');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Statement' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  answer.give();
  expect(await screen.findByText(/^Saved\./)).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Statement' }));
  await waitFor(() => expect(world.place()).toBe('/profile?tab=statement'));
});

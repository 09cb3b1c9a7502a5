import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Subscription } from '@app/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { PastDueBanner } from '../past-due-banner';
import { PastDueNotice } from './past-due-notice';

const server = startServer();
const leaveTo = leave.to;
const PAST_DUE: Subscription = { ...SUBSCRIPTION, grace_until: '2026-11-24T09:00:00.000Z' };
const PRO = { ...USER, subscription_status: 'pro' } as const;
const FAILED = 'The payment page could not be opened. Please try again.';
let left: string[];

beforeEach(() => {
  left = [];
  leave.to = (address) => void left.push(address);
  server.use(
    meHandler('good'),
    http.get(`${API}/subscriptions/my`, () => ok(PAST_DUE)),
  );
});
afterEach(() => {
  leave.to = leaveTo;
});

const cardPage = (answer: () => Response) =>
  server.use(http.post(`${API}/subscriptions/payment-methods/session`, answer));
const notice = (subscription = PAST_DUE) =>
  renderPart(<PastDueNotice subscription={subscription} />, { user: PRO, namespaces: ['billing'] });
const repair = () => screen.findByRole('button', { name: 'Fix the payment' });

describe('a renewal that failed', () => {
  it('is repaired with a new card where no invoice is open; the button rests until the other page takes over', async () => {
    cardPage(() => ok({ session_id: 'cs_9', url: 'https://pay.example/cs_9' }));
    await notice();
    expect(screen.getByText('Your last payment failed')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(await repair());
    await waitFor(() => expect(left).toEqual(['https://pay.example/cs_9']));
    expect(await repair()).toHaveAttribute('aria-busy', 'true');
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    expect(await repair()).not.toHaveAttribute('aria-busy');
  });

  it('whose page cannot be opened says so, and can be tried again', async () => {
    cardPage(() => refuse('PAYMENT_UNAVAILABLE'));
    await notice();
    await userEvent.click(await repair());
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(await repair()).not.toHaveAttribute('aria-busy');
    expect(left).toEqual([]);
  });

  it('says the same above the other pages, in the place of the reason', async () => {
    cardPage(() => refuse('PAYMENT_UNAVAILABLE'));
    await renderPart(<PastDueBanner />, { user: PRO, namespaces: [], path: '/gallery' });
    const banner = await screen.findByRole('status');
    expect(banner).toHaveTextContent('Your last payment failed. You keep Pro until Nov 24, 2026.');
    await userEvent.click(await repair());
    await waitFor(() => expect(banner).toHaveTextContent(FAILED));
    expect(banner).not.toHaveTextContent('You keep Pro');
  });
});

it('of a subscription without a failed payment there is nothing to tell', async () => {
  await notice(SUBSCRIPTION);
  expect(screen.queryByText('Your last payment failed')).toBeNull();
});

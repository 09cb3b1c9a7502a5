import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { OUTCOME } from '../../../../test/billing';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { PaymentConfirmation } from './payment-confirmation';

const server = startServer();
const RETURNED = { provider: 'stripe', sessionId: 'cs_1' } as const;
const PENDING = { ...OUTCOME, status: 'redirecting', subscription: null } as const;
const PACE = { soonMs: 1, soonTimes: 1, everyMs: 1, patientAfter: 1, laterMs: 10 };

it('a check that somebody has asked for keeps its button busy until it is answered', async () => {
  const held = deferredAnswer();
  let asked = 0;
  server.use(
    http.post(`${API}/subscriptions/confirm-payment-by-session`, async () => {
      asked += 1;
      if (asked > 1) await held.given;
      return ok(PENDING);
    }),
  );
  const pace = { ...PACE, laterMs: 60_000 };
  await renderPart(<PaymentConfirmation returned={RETURNED} pace={pace} />, { user: USER, namespaces: ['payment'] });
  const check = await screen.findByRole('button', { name: 'Check again' });
  await userEvent.click(check);
  expect(check).toHaveAttribute('aria-busy', 'true');
  held.give();
  await waitFor(() => expect(check).not.toHaveAttribute('aria-busy'));
});

it('a payment that is confirmed stays confirmed when an older answer comes late', async () => {
  const late = deferredAnswer();
  let asked = 0;
  server.use(
    http.post(`${API}/subscriptions/confirm-payment-by-session`, async () => {
      const number = (asked += 1);
      if (number === 2) await late.given;
      return ok(number === 3 ? OUTCOME : PENDING);
    }),
    http.get(`${API}/auth/me`, () => ok({ ...USER, subscription_status: 'pro' })),
  );
  await renderPart(<PaymentConfirmation returned={RETURNED} pace={PACE} />, { user: USER, namespaces: ['payment'] });
  await waitFor(() => expect(asked).toBe(2));
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(await screen.findByRole('heading', { name: 'Pro is yours' })).toBeVisible();
  late.give();
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.getByRole('heading', { name: 'Pro is yours' })).toBeVisible();
});

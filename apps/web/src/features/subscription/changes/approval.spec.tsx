import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { PREVIEW, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { PendingChange } from '../overview/pending-change';
import { ChangeDialog } from './change-dialog';

const server = startServer();
const leaveTo = leave.to;
let left: string[];

const PAYPAL = 'https://paypal.example/approve';

beforeEach(() => {
  left = [];
  leave.to = (address) => void left.push(address);
  const subscription = { ...SUBSCRIPTION, provider: 'paypal' };
  server.use(
    http.get(`${API}/subscriptions/my`, () => ok(subscription)),
    http.get(`${API}/subscriptions/preview/:plan`, () => ok(PREVIEW)),
    http.put(`${API}/subscriptions/my`, () =>
      ok({
        kind: 'upgrade',
        effective_at: PREVIEW.effective_at,
        payment: null,
        approval_url: PAYPAL,
        subscription,
      }),
    ),
  );
});
afterEach(() => {
  leave.to = leaveTo;
});

/** The browser's Back, from the page of the provider. */
const comeBack = () => {
  const event = new Event('pageshow');
  Object.defineProperty(event, 'persisted', { value: true });
  act(() => void fireEvent(window, event));
};
const button = (name: string) => screen.findByRole('button', { name });

it('the dialog of a change can be used again by who comes back from PayPal', async () => {
  await renderPart(
    <ChangeDialog choice={{ plan_id: 'plan-enterprise', is_annual: false }} onClose={() => undefined} />,
    { user: USER, namespaces: ['change'] },
  );
  await userEvent.click(await button('Continue to PayPal'));
  await waitFor(() => expect(left).toEqual([PAYPAL]));
  expect(await button('Continue to PayPal')).toHaveAttribute('aria-busy', 'true');
  comeBack();
  expect(await button('Continue to PayPal')).not.toHaveAttribute('aria-busy');
  expect(await button('Keep my plan')).toBeEnabled();
  expect(await button('Close')).toBeEnabled();
});

it('a planned change can be called off again by who comes back from PayPal', async () => {
  const subscription = { ...SUBSCRIPTION, provider: 'paypal', pending_plan_id: 'plan-enterprise' } as const;
  await renderPart(<PendingChange subscription={subscription} />, { user: USER, namespaces: ['billing'] });
  await userEvent.click(await button('Keep Pro instead'));
  await waitFor(() => expect(left).toEqual([PAYPAL]));
  expect(await button('Keep Pro instead')).toHaveAttribute('aria-busy', 'true');
  comeBack();
  expect(await button('Keep Pro instead')).not.toHaveAttribute('aria-busy');
});

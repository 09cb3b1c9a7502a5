import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Subscription, User } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { OUTCOME, PREVIEW, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { analytics } from '../../../shared/analytics/analytics';
import { connectToasts } from '../../../shared/toasts';
import { CancelDialog } from './cancel-dialog';
import { ChangeDialog } from './change-dialog';

const server = startServer();
const leaveTo = leave.to;
let closed: number;
let bodies: unknown[];
let asked: string[];
let toasts: string[];
let me: User;
let disconnect: () => void;

const options = { user: USER, namespaces: ['change', 'payment'] } as const;
const mine = (part: Partial<Subscription> = {}) =>
  server.use(http.get(`${API}/subscriptions/my`, () => ok({ ...SUBSCRIPTION, ...part })));
const previewed = (answer: () => Response) =>
  server.use(
    http.get(`${API}/subscriptions/preview/:plan`, ({ request }) => {
      asked.push(request.url.split('/preview/')[1] ?? '');
      return answer();
    }),
  );
const changed = (answer: () => Response) =>
  server.use(
    http.put(`${API}/subscriptions/my`, async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
const DONE = { kind: 'upgrade', effective_at: PREVIEW.effective_at, payment: OUTCOME, approval_url: null };

beforeEach(() => {
  [closed, bodies, asked, toasts, me] = [0, [], [], [], USER];
  disconnect = connectToasts(({ text }) => toasts.push(text));
  server.use(http.get(`${API}/auth/me`, () => ok(me)));
  mine();
  previewed(() => ok(PREVIEW));
  changed(() => ok({ ...DONE, subscription: SUBSCRIPTION }));
});
afterEach(() => {
  leave.to = leaveTo;
  disconnect();
});

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the dialog of a change', () => {
  const show = (plan_id: 'plan-pro' | 'plan-enterprise' = 'plan-enterprise', is_annual = false) =>
    renderPart(<ChangeDialog choice={{ plan_id, is_annual }} onClose={() => (closed += 1)} />, options);

  it.each([
    ['Upgrade to Enterprise', 'upgrade', 'plan-enterprise', false],
    ['Change to Pro', 'downgrade', 'plan-pro', false],
    ['Pay annually', 'interval', 'plan-pro', true],
    ['Pay monthly', 'interval', 'plan-pro', false],
  ] as const)('is called "%s"', async (name, kind, plan, isAnnual) => {
    previewed(() => ok({ ...PREVIEW, kind }));
    await show(plan, isAnnual);
    expect(await screen.findByRole('dialog', { name })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('$29.99'));
    expect(asked).toEqual([`${plan}?is_annual=${String(isAnnual)}`]);
  });

  it('asks for the price again where it could not be read, and offers nothing to pay before', async () => {
    previewed(() => refuse('INTERNAL_ERROR'));
    await show();
    expect(await screen.findByText('The change could not be prepared')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    previewed(() => ok(PREVIEW));
    await click('Try again');
    expect(await screen.findByRole('button', { name: 'Pay $19.33 and upgrade' })).toBeVisible();
    expect(screen.queryByText('The change could not be prepared')).toBeNull();
    expect(closed).toBe(0);
  });

  it('keeps price and button after a change without an answer, reads the plan again, and the button tries again', async () => {
    changed(() => refuse('INTERNAL_ERROR'));
    const { store } = await show();
    await screen.findByText('$19.33');
    me = { ...USER, subscription_status: 'enterprise' };
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByText('We do not know yet whether your plan was changed')).toBeVisible();
    await waitFor(() => expect(store.getState().session.user?.subscription_status).toBe('enterprise'));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByText('$19.33')).toBeVisible();
    changed(() => ok({ ...DONE, subscription: SUBSCRIPTION }));
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByText('Your plan is now Enterprise.')).toBeVisible();
    expect(bodies).toHaveLength(2);
  });

  it.each([
    ['success', [['purchase', { plan: 'pro', value: 9.99, currency: 'USD' }]]],
    ['failed', []],
  ] as const)('with a payment that is a %s counts as this purchase: %j', async (status, counted) => {
    const event = jest.spyOn(analytics, 'event');
    changed(() => ok({ ...DONE, payment: { ...OUTCOME, status }, subscription: SUBSCRIPTION }));
    await show();
    await click('Pay $19.33 and upgrade');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull());
    expect(event.mock.calls).toEqual(counted);
    event.mockRestore();
  });

  it('of a change that is refused leads to the subscription and closes', async () => {
    changed(() => refuse('SUBSCRIPTION_NOT_CHANGEABLE'));
    const { place } = await show();
    await click('Pay $19.33 and upgrade');
    await userEvent.click(await screen.findByRole('link', { name: 'Go to subscription' }));
    expect([closed, place()]).toEqual([1, '/profile?tab=subscription']);
  });

  it('sends no moment where the price has none, and names where to come back to', async () => {
    previewed(() => ok({ ...PREVIEW, proration_date: null }));
    await show();
    await click('Pay $19.33 and upgrade');
    await screen.findByText('Your plan is now Enterprise.');
    const back = '/profile?tab=subscription';
    expect(bodies).toEqual([{ plan_id: 'plan-enterprise', is_annual: false, success_url: back, cancel_url: back }]);
  });

  it('ends with "Done" once the plan is changed everywhere', async () => {
    const { store } = await show();
    await screen.findByText('$19.33');
    me = { ...USER, subscription_status: 'enterprise' };
    await click('Pay $19.33 and upgrade');
    await screen.findByText('Your plan is now Enterprise.');
    expect(store.getState().session.user?.subscription_status).toBe('enterprise');
    await click('Done');
    expect(closed).toBe(1);
  });

  it('promises no end while a payment is missing', async () => {
    changed(() => ok({ ...DONE, payment: { ...OUTCOME, status: 'redirecting' }, subscription: SUBSCRIPTION }));
    await show();
    await click('Pay $19.33 and upgrade');
    await screen.findByText(/The payment is being confirmed/);
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Keep my plan' })).toBeVisible();
  });

  it('cannot be left while the change is made', async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    server.use(
      http.put(`${API}/subscriptions/my`, async () => {
        await gate;
        return ok({ ...DONE, subscription: SUBSCRIPTION });
      }),
    );
    await show();
    await click('Pay $19.33 and upgrade');
    expect(screen.getByRole('button', { name: 'Keep my plan' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Pay $19.33 and upgrade' })).toHaveAttribute('aria-busy', 'true');
    finish();
    expect(await screen.findByRole('button', { name: 'Done' })).toBeEnabled();
  });
});

describe('a cancellation', () => {
  const show = () => renderPart(<CancelDialog onClose={() => (closed += 1)} />, options);
  const cancelled = (answer: () => Response) =>
    server.use(
      http.post(`${API}/subscriptions/cancel`, async ({ request }) => {
        bodies.push(await request.json());
        return answer();
      }),
    );
  const lines = async () => {
    await screen.findByRole('dialog');
    return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  };

  it('at the end of the period says what stays until when', async () => {
    await show();
    expect(await lines()).toEqual([
      'You keep Pro until Dec 17, 2026. Nothing more is charged.',
      "Until then you can use the plan's credits as before; unused ones expire when the plan ends.",
      expect.stringMatching(/^After that you are on the free plan/),
      'Your images, favorites and links stay.',
      'Until Dec 17, 2026 you can resume with one click.',
    ]);
  });

  it.each([
    ['plan-enterprise', 'Enterprise'],
    ['plan-pro', 'Pro'],
  ] as const)('at once names what is lost, and the change to %s that was planned', async (pending, name) => {
    mine({ cancellation_mode: 'immediate', pending_plan_id: pending });
    await show();
    expect((await lines()).slice(0, 3)).toEqual([
      'Pro ends immediately. Nothing more is charged.',
      "The plan's unused credits stay usable until the end of their month.",
      `The change to ${name} that you planned will not happen.`,
    ]);
  });

  it('sends the reason that is chosen; another one without words is just another one', async () => {
    cancelled(() => refuse('PAYMENT_UNAVAILABLE'));
    await show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Too expensive' }));
    expect(screen.getByRole('radio', { name: 'Too expensive' })).toBeChecked();
    await click('Cancel Pro');
    await screen.findByText('We do not know yet whether your plan was cancelled');
    await userEvent.click(screen.getByRole('radio', { name: 'Another reason' }));
    await userEvent.type(screen.getByLabelText('What is it?'), '   ');
    await click('Cancel Pro');
    await waitFor(() => expect(bodies).toEqual([{ reason: 'too_expensive' }, { reason: 'other' }]));
  });

  it.each([
    [
      'until when the plan stays',
      { ...SUBSCRIPTION, status: 'canceled' },
      'Cancelled. You keep Pro until Dec 17, 2026.',
    ],
    ['that it has ended', null, 'Pro has ended.'],
  ] as const)('says afterwards %s, also where the profile cannot be read', async (_, answer, text) => {
    cancelled(() => ok(answer));
    server.use(http.get(`${API}/auth/me`, () => refuse('INTERNAL_ERROR')));
    await show();
    await click('Cancel Pro');
    await waitFor(() => expect(closed).toBe(1));
    expect(toasts).toEqual([text]);
  });
});

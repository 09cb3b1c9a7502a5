import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CANCELLATION_REASON_MAX, type Subscription } from '@app/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { CancelDialog } from './cancel-dialog';

const server = startServer();
let bodies: unknown[];
let closed: number;

beforeEach(() => {
  bodies = [];
  closed = 0;
  server.use(
    meHandler('good'),
    http.post(`${API}/subscriptions/cancel`, async ({ request }) => {
      bodies.push(await request.json());
      return ok({ ...SUBSCRIPTION, status: 'canceled' });
    }),
  );
});
afterEach(() => void jest.restoreAllMocks());

const show = async (part: Partial<Subscription> = {}) => {
  server.use(http.get(`${API}/subscriptions/my`, () => ok({ ...SUBSCRIPTION, ...part })));
  await renderPart(<CancelDialog onClose={() => (closed += 1)} />, { user: USER, namespaces: ['change'] });
  return screen.findByRole('dialog', { name: 'Cancel Pro?' });
};
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Cancel Pro' }));

describe('the cancel dialog', () => {
  it('says what happens and when before anything is done', async () => {
    expect(await show()).toHaveTextContent('You keep Pro until Dec 17, 2026. Nothing more is charged.');
    expect(bodies).toEqual([]);
  });

  it('says that the plan ends at once where the installation does so', async () => {
    const dialog = await show({ cancellation_mode: 'immediate' });
    expect(dialog).toHaveTextContent('Pro ends immediately.');
    expect(dialog).not.toHaveTextContent('resume');
  });

  it('after a failed renewal names the end of the grace', async () => {
    expect(await show({ grace_until: '2026-11-24T09:00:00.000Z' })).toHaveTextContent('until Nov 24, 2026');
  });

  it('after a failed renewal says what a way back costs, and that PayPal has none', async () => {
    const grace_until = '2026-11-24T09:00:00.000Z';
    const card = await show({ grace_until });
    expect(card).toHaveTextContent('resume with one click. The missing payment is then tried again.');
    cleanup();
    const paypal = await show({ grace_until, provider: 'paypal' });
    expect(paypal).toHaveTextContent('This cannot be undone, because PayPal does not retry');
    expect(paypal).not.toHaveTextContent('resume');
  });

  it('cancels without a reason, refreshes the profile and closes', async () => {
    await show();
    await confirm();
    await waitFor(() => expect(closed).toBe(1));
    expect(bodies).toEqual([{}]);
  });

  it('reveals a field for another reason, whose trimmed text replaces it', async () => {
    await show();
    expect(screen.queryByLabelText('What is it?')).toBeNull();
    await userEvent.click(screen.getByLabelText('Another reason'));
    await userEvent.type(screen.getByLabelText('What is it?'), '  too many foxes ');
    await confirm();
    await waitFor(() => expect(bodies).toEqual([{ reason: 'too many foxes' }]));
  });

  it('takes a reason of the greatest length, and refuses a longer one', async () => {
    await show();
    await userEvent.click(screen.getByLabelText('Another reason'));
    // A character outside the basic plane counts once.
    const longest = '🦊'.repeat(CANCELLATION_REASON_MAX);
    fireEvent.change(screen.getByLabelText('What is it?'), { target: { value: `${longest}x` } });
    await confirm();
    expect(screen.getByText(/500 characters/)).toBeVisible();
    fireEvent.change(screen.getByLabelText('What is it?'), { target: { value: longest } });
    await confirm();
    await waitFor(() => expect(bodies).toEqual([{ reason: longest }]));
  });

  it('cannot be closed while it works', async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    server.use(
      http.post(`${API}/subscriptions/cancel`, async () => {
        await gate;
        return ok({ ...SUBSCRIPTION, status: 'canceled' });
      }),
    );
    await show();
    await confirm();
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    expect(closed).toBe(0);
    finish();
    await waitFor(() => expect(closed).toBe(1));
  });

  it('shows a cancellation that failed, and stays', async () => {
    server.use(http.post(`${API}/subscriptions/cancel`, () => refuse('SUBSCRIPTION_UNKNOWN')));
    await show();
    await confirm();
    expect(await screen.findByText('Your plan was not cancelled')).toBeVisible();
    expect(closed).toBe(0);
  });

  it('says of a cancellation without an answer that nobody knows, and reads plan and credits again', async () => {
    let reads = 0;
    server.use(
      http.post(`${API}/subscriptions/cancel`, () => HttpResponse.error()),
      http.get(`${API}/auth/me`, () => {
        reads += 1;
        return ok(USER);
      }),
    );
    await show();
    await confirm();
    expect(await screen.findByText('We do not know yet whether your plan was cancelled')).toBeVisible();
    expect(screen.getByText('No answer came in time. Look at your plan in a minute, or press again.')).toBeVisible();
    expect([closed, reads]).toEqual([0, 1]);
  });

  it('sends nothing without a network, and says so', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show();
    expect(screen.getByRole('button', { name: 'Cancel Pro' })).toBeDisabled();
    expect(screen.getByText('You are offline. You can cancel the plan once you are back online.')).toBeVisible();
  });
});

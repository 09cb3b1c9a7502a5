import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { OUTCOME, PREVIEW, SUBSCRIPTION } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import { leave } from '../../../shared/browser/leave';
import { ChangeDialog } from './change-dialog';

const server = startServer();
const leaveTo = leave.to;
let left: string[];
let bodies: unknown[];

const result = (part: object) => ({
  kind: 'upgrade',
  effective_at: PREVIEW.effective_at,
  payment: { ...OUTCOME, plan_id: 'plan-enterprise' },
  approval_url: null,
  subscription: SUBSCRIPTION,
  ...part,
});
const changed = (part: object = {}) =>
  server.use(
    http.put(`${API}/subscriptions/my`, async ({ request }) => {
      bodies.push(await request.json());
      return ok(result(part));
    }),
  );
const previewed = (part: object = {}) =>
  server.use(http.get(`${API}/subscriptions/preview/:plan`, () => ok({ ...PREVIEW, ...part })));

beforeEach(() => {
  left = [];
  bodies = [];
  leave.to = (address) => void left.push(address);
  server.use(
    meHandler('good'),
    http.get(`${API}/subscriptions/my`, () => ok(SUBSCRIPTION)),
  );
  previewed();
});
afterEach(() => {
  leave.to = leaveTo;
  jest.restoreAllMocks();
});

const show = async () => {
  const choice = { plan_id: 'plan-enterprise', is_annual: false } as const;
  await renderPart(<ChangeDialog choice={choice} onClose={() => undefined} />, {
    user: USER,
    namespaces: ['change', 'payment'],
  });
  return screen.findByRole('dialog');
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => screen.getByRole('dialog');

describe('an upgrade', () => {
  it('names its price on the button and charges what it has shown', async () => {
    changed();
    await show();
    await screen.findByText('$19.33');
    expect(dialog()).toHaveTextContent('+290');
    expect(dialog()).toHaveTextContent('$29.99 a month');
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByText('Your plan is now Enterprise.')).toBeVisible();
    expect(bodies).toMatchObject([
      { plan_id: 'plan-enterprise', is_annual: false, proration_date: PREVIEW.proration_date },
    ]);
  });

  it('whose answer is lost is not said to be refused, and is known to be made when it is tried again', async () => {
    server.use(http.put(`${API}/subscriptions/my`, () => refuse('PAYMENT_UNAVAILABLE')));
    await show();
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /We do not know yet whether your plan was changed.*nothing is charged twice/,
    );
    server.use(
      http.get(`${API}/subscriptions/my`, () => ok({ ...SUBSCRIPTION, plan_id: 'plan-enterprise' })),
      http.put(`${API}/subscriptions/my`, () => refuse('ALREADY_ON_PLAN')),
    );
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByText('Your plan is now Enterprise.')).toBeVisible();
    expect(dialog()).not.toHaveTextContent(/Nothing was changed|changed elsewhere/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('is not sent without a network, and that is said', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show();
    expect(await screen.findByRole('button', { name: 'Pay $19.33 and upgrade' })).toBeDisabled();
    expect(dialog()).toHaveTextContent('You are offline. You can change the plan once you are back online.');
  });

  it('whose way to the server is cut is not said to have reached the payment service', async () => {
    server.use(http.put(`${API}/subscriptions/my`, () => HttpResponse.error()));
    await show();
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByRole('alert')).toHaveTextContent('No answer came in time.');
    expect(dialog()).not.toHaveTextContent('payment service');
  });

  it('whose price is out of date shows the new one, and charges that once it is agreed to', async () => {
    await show();
    await screen.findByText('$19.33');
    previewed({ amount_due: 20, proration_date: 1_795_000_900 });
    server.use(http.put(`${API}/subscriptions/my`, () => refuse('PREVIEW_OUTDATED')));
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByRole('alert')).toHaveTextContent(/The price has changed.*Nothing was changed or charged/);
    changed();
    await click('Pay $20.00 and upgrade');
    expect(await screen.findByText('Your plan is now Enterprise.')).toBeVisible();
    expect(bodies).toMatchObject([{ proration_date: 1_795_000_900 }]);
  });

  it('whose price is out of date, and whose plan was changed meanwhile, is told as such', async () => {
    await show();
    await screen.findByText('$19.33');
    server.use(
      http.put(`${API}/subscriptions/my`, () => refuse('PREVIEW_OUTDATED')),
      http.get(`${API}/subscriptions/preview/:plan`, () => refuse('SUBSCRIPTION_NOT_CHANGEABLE')),
    );
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByText(/cannot be changed now/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('that the card refuses changes nothing, and leads to the page that repairs it', async () => {
    const payment = { ...OUTCOME, status: 'failed', failure_reason: 'insufficient_funds' };
    changed({ payment: { ...payment, hosted_invoice_url: 'https://pay.example/in_1' } });
    await show();
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByText(/There is not enough money in your account\./)).toBeVisible();
    expect(dialog()).toHaveTextContent('Your plan and your credits are unchanged');
    expect(screen.getByRole('link', { name: 'Pay with another card' })).toHaveAttribute(
      'href',
      'https://pay.example/in_1',
    );
  });

  it('that the bank must confirm leads there and promises nothing', async () => {
    const payment = { ...OUTCOME, status: 'redirecting', hosted_invoice_url: 'https://pay.example/in_1' };
    changed({ payment });
    await show();
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByRole('link', { name: 'Confirm with your bank' })).toBeVisible();
    expect(screen.queryByText(/Your plan is now/)).toBeNull();
  });
});

describe('a change at the end of the period', () => {
  it('costs nothing today and names its day on the button', async () => {
    previewed({ kind: 'downgrade', amount_due: 0, credits: 0, effective_at: SUBSCRIPTION.current_period_end });
    changed({ kind: 'downgrade', payment: null, effective_at: SUBSCRIPTION.current_period_end });
    await show();
    await click('Change on Dec 17, 2026');
    expect(await screen.findByText('Your plan changes on Dec 17, 2026.')).toBeVisible();
  });
});

describe('a change of a PayPal subscription', () => {
  it('says that consent comes first, and goes to get it', async () => {
    server.use(http.get(`${API}/subscriptions/my`, () => ok({ ...SUBSCRIPTION, provider: 'paypal' })));
    changed({ payment: null, approval_url: 'https://paypal.example/agree' });
    await show();
    expect(await screen.findByText(/PayPal asks you to agree first/)).toBeVisible();
    await click('Continue to PayPal');
    await waitFor(() => expect(left).toEqual(['https://paypal.example/agree']));
  });
});

describe('a change that is not possible now', () => {
  it('says why and leads to the subscription', async () => {
    server.use(http.get(`${API}/subscriptions/preview/:plan`, () => refuse('SUBSCRIPTION_NOT_CHANGEABLE')));
    await show();
    expect(await screen.findByText(/cannot be changed now/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to subscription' })).toHaveAttribute(
      'href',
      '/profile?tab=subscription',
    );
    expect(screen.queryByRole('button', { name: /Pay|Change on/ })).toBeNull();
  });

  it.each([
    ['PAYMENT_METHOD_REFUSED', 'The card was refused, and nothing was charged. Please check it or use another one.'],
    ['NOT_SUPPORTED_BY_PROVIDER', 'Your payment service does not offer this. Nothing was changed or charged.'],
  ] as const)('says once that nothing was charged (%s)', async (code, text) => {
    server.use(http.put(`${API}/subscriptions/my`, () => refuse(code)));
    await show();
    await click('Pay $19.33 and upgrade');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(text)).toBeVisible();
  });

  it('since the payment provider does not know the plan says that nothing was charged and where to ask', async () => {
    server.use(http.put(`${API}/subscriptions/my`, () => refuse('SUBSCRIPTION_UNKNOWN')));
    await show();
    await click('Pay $19.33 and upgrade');
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment service does not know this subscription');
    expect(dialog()).toHaveTextContent('Nothing was changed or charged.');
    expect(dialog()).toHaveTextContent('Please write to us');
    expect(screen.queryByRole('button', { name: /Pay|Try again/ })).toBeNull();
  });
});

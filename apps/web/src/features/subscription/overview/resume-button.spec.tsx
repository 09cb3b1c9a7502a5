import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { connectToasts } from '../../../shared/toasts';
import { ResumeButton } from './resume-button';

const server = startServer();
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  toasts = [];
  disconnect = connectToasts(({ text }) => toasts.push(text));
  server.use(http.get(`${API}/auth/me`, () => ok({ ...USER, subscription_status: 'enterprise' })));
});
afterEach(() => {
  disconnect();
  jest.restoreAllMocks();
});

const show = () => renderPart(<ResumeButton name="Pro" />, { user: USER, namespaces: ['billing'] });
const button = () => screen.getByRole('button', { name: 'Resume Pro' });
const resumed = (answer: () => Response) => server.use(http.post(`${API}/subscriptions/resume`, answer));

it('a plan that was not resumed has no word of success, and can be resumed by another press', async () => {
  resumed(() => refuse('SUBSCRIPTION_UNKNOWN'));
  await show();
  await userEvent.click(button());
  expect(await screen.findByText('Your plan was not resumed')).toBeVisible();
  expect(toasts).toEqual([]);
  expect(button()).not.toHaveAttribute('aria-busy');
});

it.each([
  ['from the payment service', () => refuse('PAYMENT_UNAVAILABLE')],
  ['at all', () => HttpResponse.error()],
])('a resumption without an answer %s is said to be open, and the plan is read again', async (_, answer) => {
  resumed(answer);
  const { store } = await show();
  await userEvent.click(button());
  expect(await screen.findByText('We do not know yet whether your plan was resumed')).toBeVisible();
  expect(screen.getByText('No answer came in time. Look at your plan in a minute, or press again.')).toBeVisible();
  expect(screen.queryByText('Your plan was not resumed')).toBeNull();
  expect(toasts).toEqual([]);
  expect(store.getState().session.user?.subscription_status).toBe('enterprise');
});

it('a plan is not resumed without a network, and that is said', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await show();
  expect(button()).toBeDisabled();
  expect(screen.getByText('You are offline. You can resume the plan once you are back online.')).toBeVisible();
});

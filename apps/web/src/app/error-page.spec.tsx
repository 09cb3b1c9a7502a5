import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Provider } from 'react-redux';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { startServer } from '../../test/server';
import { makeStore } from '../../test/stores';
import { ApiFailure, clientError } from '../api/client/api-error';
import { analytics } from '../shared/analytics/analytics';
import { loadNamespaces } from '../shared/i18n/i18n';
import { CRASH_TEXTS } from '../shared/i18n/crash-texts';
import { LocaleProvider } from '../shared/i18n/locale-context';
import { ErrorPage } from './error-page';

const server = startServer();
let reported: unknown[];
let looks: number;
beforeEach(async () => {
  [reported, looks] = [[], 0];
  jest.spyOn(analytics, 'event').mockImplementation((name, values) => void reported.push([name, values]));
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await loadNamespaces('en', ['common', 'errors']);
});
afterEach(() => void jest.restoreAllMocks());

/** A page that fails in this way when it is loaded. */
function open(error: unknown, { path = '/gallery', bare = false } = {}) {
  const loader = () => {
    looks += 1;
    throw error;
  };
  const page = { element: <p>The page</p>, hydrateFallbackElement: <p />, errorElement: <ErrorPage bare={bare} /> };
  const route = { path: '*', loader, ...page };
  render(
    <Provider store={makeStore()}>
      <LocaleProvider locale="en">
        <RouterProvider router={createMemoryRouter([route], { initialEntries: [path] })} />
      </LocaleProvider>
    </Provider>,
  );
  return screen.findByRole('heading', { level: 1 });
}
const exception = (description: string, fatal: boolean) => [['exception', { description, fatal }]];

const FILE = 'http://localhost/assets/a.js';
const MESSAGES = [
  `Failed to fetch dynamically imported module: ${FILE}`,
  `error loading dynamically imported module: ${FILE}`,
  'Unable to preload CSS for /assets/a.js',
];
const answerFile = (answer: () => Response) => server.use(http.all(FILE, answer));
const html = () => HttpResponse.html('<!doctype html>');

it.each(MESSAGES)('"%s" means that there is a newer version where the server has no such file', async (message) => {
  answerFile(() => new HttpResponse(null, { status: 404 }));
  expect(await open(new TypeError(message))).toHaveTextContent(CRASH_TEXTS.en.updated);
  expect(screen.getByText(CRASH_TEXTS.en.updatedText)).toBeVisible();
  expect(reported).toEqual(exception('TypeError', true));
});

it('a page in the place of the file means a newer version, too', async () => {
  answerFile(html);
  expect(await open(new TypeError(MESSAGES[0]))).toHaveTextContent(CRASH_TEXTS.en.updated);
});

it.each([
  ['that the server has', MESSAGES[0], () => HttpResponse.text('', { headers: { 'content-type': 'text/javascript' } })],
  ['that the server cannot deliver now', MESSAGES[0], () => new HttpResponse(null, { status: 503 })],
  ['that cannot be asked for', MESSAGES[0], () => HttpResponse.error()],
  ['that the browser does not name', 'Importing a module script failed.', html],
])('a file %s is not taken for a newer version', async (_, message, answer) => {
  answerFile(answer);
  expect(await open(new TypeError(message))).toHaveTextContent(CRASH_TEXTS.en.missing);
  expect(screen.getByText(CRASH_TEXTS.en.missingText)).toBeVisible();
  expect(screen.getByRole('button', { name: CRASH_TEXTS.en.reload })).toBeVisible();
});

it('a file that is missing while there is no network is not taken for a newer version', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await open(new TypeError('Failed to fetch dynamically imported module: /a.js'))).toHaveTextContent(
    CRASH_TEXTS.en.offline,
  );
  expect(screen.getByRole('status')).toHaveTextContent(CRASH_TEXTS.en.offlineText);
});

it('an outage while there is no network needs no file to be told', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await open(new ApiFailure(clientError('NETWORK')))).toHaveTextContent(CRASH_TEXTS.en.offline);
});

it('anything else is a fault of ours, told in the language of the page', async () => {
  expect(await open('thrown', { path: '/zh/gallery' })).toHaveTextContent(CRASH_TEXTS.zh.broken);
  expect(screen.getByText(CRASH_TEXTS.zh.brokenText)).toBeVisible();
  expect(screen.getByRole('button', { name: CRASH_TEXTS.zh.reload })).toBeVisible();
  expect(reported).toEqual(exception('unknown', true));
});

it('an outage says so, is not fatal, and is asked about again', async () => {
  expect(await open(new ApiFailure(clientError('NETWORK')))).toHaveTextContent('This page could not be loaded');
  expect(screen.getByRole('alert')).toHaveTextContent('Network connection failed');
  expect(reported).toEqual(exception('ApiFailure', false));
  const before = looks;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Try again' });
  expect(looks).toBe(before + 1);
});

it('where not even the frame is there, an outage is told in words that are always there', async () => {
  expect(await open(new ApiFailure(clientError('NETWORK')), { bare: true })).toHaveTextContent(CRASH_TEXTS.en.broken);
});

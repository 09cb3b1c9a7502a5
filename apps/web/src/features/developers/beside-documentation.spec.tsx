import { beforeEach, expect, it } from '@jest/globals';
import type { User } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, startServer } from '../../../test/server';
import { BesideDocumentation } from './beside-documentation';

const server = startServer();
beforeEach(() =>
  server.use(
    http.get(`${API}/api-keys`, () => ok([])),
    http.get(`${API}/webhook-endpoints`, () => ok([])),
  ),
);

const open = (user: User | null, path = '/api') =>
  renderPart(<BesideDocumentation>The documentation</BesideDocumentation>, { user, namespaces: ['developers'], path });
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

it('somebody who is signed in has keys, webhooks and a console beside it, each with an address', async () => {
  const { place } = await open(USER);
  await waitFor(() => expect(selected()).toBe('Documentation'));
  expect(screen.getByText('The documentation')).toBeVisible();
  const names = screen.getAllByRole('tab').map(({ textContent }) => textContent ?? '');
  const places = [];
  for (const name of [...names.slice(1), 'Documentation']) {
    await userEvent.click(screen.getByRole('tab', { name }));
    expect(selected()).toBe(name);
    places.push(place());
  }
  expect(places).toEqual(['/api?tab=keys', '/api?tab=webhooks', '/api?tab=console', '/api']);
});

it('an address with a tab that does not exist shows the documentation', async () => {
  await open(USER, '/api?tab=nothing');
  await waitFor(() => expect(selected()).toBe('Documentation'));
});

// The last one: the tabs are loaded by now, and would be there at once.
it('visitors read the documentation alone', async () => {
  await open(null, '/api?tab=keys');
  expect(screen.getByText('The documentation')).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
});

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { statement } from '../../../../test/statement';
import { Statement } from './statement';

const server = startServer();

test.each([
  ['beside the filters', 0],
  ['where nothing matches', 1],
])('clearing the filters %s leaves the focus to the heading', async (_, index) => {
  server.use(http.get(`${API}/quota/statement`, () => ok(statement({ data: [], total: 0 }))));
  const { place } = await renderPart(<Statement />, { user: USER, namespaces: ['statement'], path: '/?kind=return' });
  await screen.findByText('Nothing matches these filters');
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[index] ?? document.body);
  await waitFor(() => expect(place()).toBe('/'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'Credit statement' })).toHaveFocus();
});

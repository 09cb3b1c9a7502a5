import { beforeEach, expect, it } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItems } from '../../../../test/gallery';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { LatestImagesWithActions } from './latest-images-with-actions';

const server = startServer();
let items: GalleryItem[];

beforeEach(() => {
  items = galleryItems(3);
  server.use(
    http.get(`${API}/images`, () => ok({ data: items, page: 1, limit: 12, total: items.length })),
    http.delete(`${API}/images/:id`, ({ params }) => {
      items = items.filter(({ id }) => id !== params['id']);
      return ok({ deleted: [params['id']], restore_until: new Date(Date.now() + 10_000).toISOString() });
    }),
  );
});

const show = () =>
  renderPart(<LatestImagesWithActions shareDialog={() => null} />, {
    user: USER,
    namespaces: ['profile', 'sharing', 'work'],
  });
const cell = async (at: number) => {
  const cells = await screen.findAllByRole('listitem');
  return within(cells.at(at) ?? document.body);
};
const ask = async (at: number) => userEvent.click((await cell(at)).getByRole('button', { name: 'Delete' }));

it.each([
  ['“Keep”', () => userEvent.click(screen.getByRole('button', { name: 'Keep' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('an image that is kept by %s leaves the focus to the button that asked', async (_, keep) => {
  await show();
  await ask(1);
  await keep();
  expect(screen.queryByRole('group', { name: 'Delete this image?' })).toBeNull();
  const button = (await cell(1)).getByRole('button', { name: 'Delete' });
  await waitFor(() => expect(button).toHaveFocus());
});

it.each([
  ['the next one', 0, 'Details of: Prompt 2'],
  ['the one before the last', -1, 'Details of: Prompt 2'],
])('an image that is deleted leaves the focus to %s', async (_, at, name) => {
  await show();
  await ask(at);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.getByRole('link', { name })).toHaveFocus();
});

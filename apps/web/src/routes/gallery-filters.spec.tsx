import { expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);
const chips = () => screen.queryAllByRole('list', { name: 'Active filters' });

it('filters are shown above the images, and in their place where nothing is found', async () => {
  await world.open('/gallery?q=14');
  await sheet();
  expect(chips()).toHaveLength(1);
  fireEvent.change(screen.getByRole('textbox', { name: 'Search prompts' }), { target: { value: 'fox' } });
  const title = await screen.findByText('No image matches');
  expect(chips()).toHaveLength(1);
  expect(within(title.closest('div') ?? document.body).getByRole('list')).toBe(chips()[0]);
});

it('a filter that is taken away where nothing is found leaves the focus to the heading', async () => {
  await world.open('/gallery?q=14&fav=1');
  await screen.findByText('No image matches');
  act(() => screen.getByRole('button', { name: 'Remove: Favorites only' }).focus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(shownFrames()).toEqual([14]));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

import { expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { deferredAnswer } from '../../test/deferred-answer';
import { sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { API, startServer } from '../../test/server';

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

it('search and filters are there before the images are, and go where there are none to be found', async () => {
  const answer = deferredAnswer();
  server.use(
    http.get(`${API}/images`, async () => {
      await answer.given;
      return undefined;
    }),
  );
  world.items = [];
  await world.open();
  expect(await screen.findByRole('textbox', { name: 'Search prompts' })).toBeVisible();
  answer.give();
  await screen.findByText('Nothing here yet');
  expect(screen.queryByRole('textbox', { name: 'Search prompts' })).toBeNull();
});

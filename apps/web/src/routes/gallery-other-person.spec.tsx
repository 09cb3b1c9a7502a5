import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItem, galleryItems } from '../../test/gallery';
import { sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { API, USER, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

it('nothing is left of the images of a person when another one has signed in, in another tab', async () => {
  world.items = galleryItems(2);
  await world.open();
  await sheet();
  expect(shownFrames()).toEqual([2, 1]);
  world.items = Array.from({ length: 14 }, (_, index) => galleryItem(114 - index));
  server.use(
    http.get(`${API}/auth/me`, ({ request }) =>
      request.headers.get('authorization') === 'Bearer other'
        ? ok({ ...USER, id: '7a1f0c1e-0000-4000-8000-000000000002', name: 'Ada' })
        : refuse('UNAUTHENTICATED'),
    ),
  );
  window.localStorage.setItem('access_token', 'other');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: 'other' })));
  expect(await screen.findByRole('button', { name: 'Account of Ada' })).toBeVisible();
  await screen.findByText('14 images');
  await waitFor(() => expect(shownFrames()).toContain(114));
  expect(shownFrames()).not.toContain(2);
  expect(screen.queryByRole('button', { name: /new images$/ })).toBeNull();
});

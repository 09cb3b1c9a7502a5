import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, galleryItems, imageId } from '../../test/gallery';
import { sheet, startGallery } from '../../test/gallery-page';
import { API, ok, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

beforeEach(() => {
  world.items = galleryItems(3);
});
const open = async (prefix = '') => {
  await world.open(`${prefix}/profile?tab=images`);
  return within(await sheet(prefix ? '最近的图片' : 'Latest images'));
};

describe('the last images in the profile', () => {
  it.each([
    ['', 'Share', 'Link'],
    ['/zh', '分享', '链接'],
  ])('are shared from there (%j)', async (prefix, share, link) => {
    const shared: string[] = [];
    server.use(
      http.post(`${API}/images/:id/share`, ({ params }) => {
        shared.push(String(params.id));
        return ok({ token: 't', url: 'http://localhost/shared/t', expires_at: '2026-11-27T13:20:00.000Z' });
      }),
    );
    const list = await open(prefix);
    await userEvent.click(list.getAllByRole('button', { name: share })[1] ?? document.body);
    expect(await screen.findByRole('textbox', { name: link })).toHaveValue(`http://localhost${prefix}/shared/t`);
    expect(shared).toEqual([imageId(2)]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that are not there tell so in the words of the gallery, and offer only what can be done', async () => {
    world.items = [
      galleryItem(4, { status: 'pending', url: null }),
      galleryItem(3, { status: 'failed', url: null, error_code: 'ENGINE_TIMEOUT' }),
      galleryItem(2, { url: null }),
      galleryItem(1),
    ];
    const list = await open();
    const cells = list.getAllByRole('listitem');
    const told = cells.map((cell) => [
      within(cell).queryByText(/^(Queued|Failed|File lost)$/)?.textContent,
      ...within(cell)
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ]);
    expect(told).toEqual([
      ['Queued'],
      ['Failed', 'Delete'],
      ['File lost', 'Delete'],
      [undefined, 'Download', 'Share', 'Delete'],
    ]);
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      [4, 3, 2, 1].map((number) => `/gallery?image=${imageId(number)}`),
    );
  });
});

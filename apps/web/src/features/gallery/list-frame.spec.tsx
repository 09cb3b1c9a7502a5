import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItems } from '../../../test/gallery';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { FavoritesPage } from './favorites-page';
import { GalleryPage } from './gallery-page';

const server = startServer();
const noDialog = () => null;
const serveImages = (count: number, total: number, page = 1) =>
  server.use(http.get(`${API}/images`, () => ok({ data: galleryItems(count), page, limit: 12, total })));
const openGallery = (path = '/gallery', ShareDialog: ShareDialogSlot = noDialog) =>
  renderPart(<GalleryPage shareDialog={ShareDialog} />, { user: USER, path, namespaces: ['gallery', 'work'] });

it.each([
  ['en', 'images', GalleryPage, 'Gallery could not be loaded', 'Try again', 'Nothing here yet'],
  ['zh', 'images', GalleryPage, '图库没能加载出来', '重试', '还没有图片'],
  ['en', 'images/favorites', FavoritesPage, 'Favorites could not be loaded', 'Try again', 'No favorites yet'],
  ['zh', 'images/favorites', FavoritesPage, '收藏没能加载出来', '重试', '还没有收藏'],
] as const)('a list that could not be loaded says so (%s /%s), and is loaded on demand', async (...row) => {
  const [locale, path, Page, title, retry, empty] = row;
  const reason = locale === 'en' ? 'Server error, please try again later' : '服务器错误，请稍后再试';
  server.use(
    http.get(`${API}/${path}`, () => refuse('INTERNAL_ERROR'), { once: true }),
    http.get(`${API}/${path}`, () => ok({ data: [], page: 1, limit: 12, total: 0 })),
  );
  await renderPart(<Page shareDialog={noDialog} />, { user: USER, locale, namespaces: ['gallery', 'work'] });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(title);
  expect(alert).toHaveTextContent(reason);
  expect(screen.getByRole('button', { name: locale === 'en' ? 'Copy request ID' : '复制请求编号' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: retry }));
  expect(await screen.findByText(empty)).toBeVisible();
});

describe('below a list', () => {
  it.each([
    [12, '/gallery', null],
    [13, '/gallery', 'Page 1 of 2'],
    [25, '/gallery?page=3', 'Page 3 of 3'],
  ])('of %d images at %s stands: %s', async (total, path, text) => {
    serveImages(1, total);
    await openGallery(path);
    await screen.findByRole('list', { name: 'Your images' });
    expect(screen.queryByText(/^Page \d+ of \d+$/)?.textContent ?? null).toBe(text);
    expect(screen.queryByRole('navigation') !== null).toBe(text !== null);
  });

  it('of favorites stands the same', async () => {
    server.use(http.get(`${API}/images/favorites`, () => ok({ data: galleryItems(2), page: 2, limit: 12, total: 14 })));
    const options = { user: USER, path: '/favorites?page=2', namespaces: ['gallery', 'work'] } as const;
    await renderPart(<FavoritesPage shareDialog={noDialog} />, options);
    const list = await screen.findByRole('list', { name: 'Your favorites' });
    expect(within(list).getAllByRole('link', { name: /^Prompt \d,/ })).toHaveLength(2);
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeEnabled();
  });

  it('beyond the last page leads back to that one', async () => {
    serveImages(0, 25, 9);
    const { place } = await openGallery('/gallery?page=9');
    await userEvent.click(await screen.findByRole('button', { name: 'Previous page' }));
    expect(place()).toBe('/gallery?page=3');
    expect(screen.queryByText(/^Page \d+ of/)).toBeNull();
  });
});

it('an image is shared until its dialog is closed', async () => {
  serveImages(2, 2);
  const Dialog: ShareDialogSlot = ({ imageId, open, onOpenChange }) => (
    <>
      <p>{`${imageId} ${open}`}</p>
      <button type="button" onClick={() => onOpenChange(true)}>
        Stay
      </button>
      <button type="button" onClick={() => onOpenChange(false)}>
        Leave
      </button>
    </>
  );
  await openGallery('/gallery', Dialog);
  const [more] = await screen.findAllByRole('button', { name: 'More' });
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  await userEvent.click(more as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share' }));
  expect(await screen.findByText(`${galleryItems(2)[0]?.id} true`)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(screen.getByRole('button', { name: 'Leave' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull();
});

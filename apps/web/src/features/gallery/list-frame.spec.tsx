import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { FavoritesPage } from './favorites-page';
import { GalleryPage } from './gallery-page';

const server = startServer();
const noDialog = () => null;

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
  await userEvent.click(screen.getByRole('button', { name: retry }));
  expect(await screen.findByText(empty)).toBeVisible();
});

import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { galleryItems } from '../../test/gallery';
import { sheet, startGallery } from '../../test/gallery-page';
import { API, ok, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

it.each([
  ['/gallery', 'Your images', '1,234 images'],
  ['/gallery?q=prompt', 'Your images', '1,234 found'],
  ['/favorites', 'Your favorites', '1,234 images'],
  ['/zh/gallery', '你的图片', '共 1,234 张'],
])('%s tells a large number with the marks of the language', async (path, list, text) => {
  const page = () => ok({ data: galleryItems(2), page: 1, limit: 12, total: 1234 });
  server.use(http.get(`${API}/images`, page), http.get(`${API}/images/favorites`, page));
  await world.open(path);
  await sheet(list);
  expect(screen.getByText(text)).toBeVisible();
});

import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItems } from '../../../../test/gallery';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { ParentNote } from './parent-note';

const server = startServer();
const PARENT = '7a1f0c1e-0000-4000-8000-0000000000f1';
const THUMBNAIL = 'http://localhost/api/files/a-256.webp';
let asked: number;

async function show(answer: () => Response, user: typeof USER | null = USER) {
  asked = 0;
  server.use(
    http.get(`${API}/images/:id`, () => {
      asked += 1;
      return answer();
    }),
  );
  await renderPart(<ParentNote parentId={PARENT} onForget={() => undefined} />, {
    user,
    namespaces: ['generate'],
  });
  expect(screen.getByText('Linked to an earlier image')).toBeVisible();
  return () => document.querySelector('img')?.getAttribute('src');
}

it('shows the image that is remixed', async () => {
  const [item] = galleryItems(1);
  const thumbnails = [{ width: 256, height: 256, url: THUMBNAIL }];
  const src = await show(() => ok({ ...item, id: PARENT, status: 'completed', url: '/full.png', thumbnails }));
  await waitFor(() => expect(src()).toBe(THUMBNAIL));
});

it('shows none where it was deleted', async () => {
  const deleted = await show(() => refuse('NOT_FOUND'));
  await waitFor(() => expect(asked).toBe(1));
  expect(deleted()).toBeUndefined();
});

it('asks for nothing without a session', async () => {
  await show(() => refuse('NOT_FOUND'), null);
  expect(asked).toBe(0);
});

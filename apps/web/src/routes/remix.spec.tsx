import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { startGeneratePage } from '../../test/generate-page';
import { image } from '../../test/generations';
import { API, ok, startServer } from '../../test/server';

const PARENT = '7a1f0c1e-0000-4000-8000-00000000000f';

const server = startServer();
const world = startGeneratePage(server);

async function showImage() {
  const done = world.generation({
    status: 'completed',
    generated_images: [image({ id: PARENT, status: 'completed', url: 'http://localhost/api/files/a.png' })],
  });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(done)));
  window.sessionStorage.setItem('generate_visit', JSON.stringify([done.id]));
  await world.open();
  await screen.findByRole('button', { name: 'Remix' });
}

describe('sharing from the result', () => {
  it('opens the dialog with the link of the image that is shown', async () => {
    server.use(
      http.post(`${API}/images/${PARENT}/share`, () =>
        ok({ token: 't', url: 'http://localhost/shared/t', expires_at: '2026-11-27T13:20:00.000Z' }),
      ),
    );
    await showImage();
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue('http://localhost/shared/t');
  });
});

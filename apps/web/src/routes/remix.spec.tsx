import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { prompt, startGeneratePage, submit } from '../../test/generate-page';
import { image } from '../../test/generations';
import { API, ok, refuse, startServer } from '../../test/server';

const PARENT = '7a1f0c1e-0000-4000-8000-00000000000f';

const server = startServer();
const world = startGeneratePage(server);

/** A finished image is shown, whose own seed differs from its generation's. */
async function showImage(prefix = '') {
  const done = world.generation({
    status: 'completed',
    style: 'anime',
    seed: 7,
    generated_images: [image({ id: PARENT, status: 'completed', url: 'http://localhost/api/files/a.png', seed: 99 })],
  });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(done)));
  window.sessionStorage.setItem('generate_visit', JSON.stringify([done.id]));
  await world.open(`${prefix}/generate`);
  await screen.findByRole('button', { name: prefix ? '改一改' : 'Remix' });
}

describe('a remix', () => {
  it('fills the form with settings and seed of the image, and what is asked for then goes back to it', async () => {
    await showImage();
    await userEvent.click(screen.getByRole('button', { name: 'Remix' }));
    expect(prompt()).toHaveFocus();
    expect(prompt()).toHaveValue('A red fox');
    expect(world.place()).toBe('/generate?style=anime');
    expect(screen.getByText('Linked to an earlier image')).toBeVisible();
    await userEvent.type(prompt(), ' at night');
    await userEvent.click(submit());
    await waitFor(() => expect(world.submitted).toHaveLength(1));
    expect(world.submitted[0]?.body).toMatchObject({ prompt: 'A red fox at night', seed: 99, parent_id: PARENT });
  });

  it('can be made to stand for itself', async () => {
    await showImage('/zh');
    await userEvent.click(screen.getByRole('button', { name: '改一改' }));
    await userEvent.click(screen.getByRole('button', { name: '不再关联之前的图片' }));
    await userEvent.click(submit());
    await waitFor(() => expect(world.submitted).toHaveLength(1));
    expect(world.submitted[0]?.body).not.toHaveProperty('parent_id');
  });

  it('of an image that was deleted meanwhile is made all the same, under a key of its own', async () => {
    world.answerSubmissions(
      () => refuse('NOT_FOUND'),
      () => ok(world.generation(), 202),
    );
    await showImage();
    await userEvent.click(screen.getByRole('button', { name: 'Remix' }));
    await userEvent.click(submit());
    await waitFor(() => expect(world.submitted).toHaveLength(2));
    expect(world.submitted.map(({ body }) => body.parent_id)).toEqual([PARENT, undefined]);
    expect(world.submitted[0]?.key).not.toBe(world.submitted[1]?.key);
    expect(screen.queryByText('Requested resource not found')).not.toBeInTheDocument();
  });
});

describe('the same again', () => {
  it('asks at once for the same with another seed, at a price that stands on the button', async () => {
    await showImage();
    await userEvent.click(screen.getByRole('button', { name: /^Same again ?, 3\.5 credits/ }));
    await waitFor(() => expect(world.submitted).toHaveLength(1));
    expect(world.submitted[0]?.body).toMatchObject({ prompt: 'A red fox', style: 'anime', parent_id: PARENT });
    expect(world.submitted[0]?.body).not.toHaveProperty('seed');
    expect(prompt()).toHaveValue('');
  });
});

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

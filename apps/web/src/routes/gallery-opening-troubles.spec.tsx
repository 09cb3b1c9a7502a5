import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, galleryItems, imageId } from '../../test/gallery';
import { startGallery } from '../../test/gallery-page';
import { API, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

const details = async () => within(await screen.findByRole('dialog', { name: /^Details of image/ }));

describe('an image of an address that is not in the list', () => {
  it('is not called missing when it could not be loaded, and can be asked for again', async () => {
    world.items = galleryItems(2);
    server.use(http.get(`${API}/images/${imageId(7)}`, () => refuse('INTERNAL_ERROR')));
    await world.open(`/gallery?image=${imageId(7)}`);
    const dialog = await details();
    expect(await dialog.findByText('Server error, please try again later')).toBeVisible();
    expect(dialog.queryByText('This image is not here')).toBeNull();
    server.use(http.get(`${API}/images/${imageId(7)}`, () => ok(galleryItem(7))));
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: /Prompt 7$/ })).toBeVisible();
  });

  it('that does not exist is not asked for again', async () => {
    world.items = galleryItems(2);
    await world.open(`/gallery?image=${imageId(7)}`);
    const dialog = await details();
    expect(await dialog.findByText('This image is not here')).toBeVisible();
    for (const name of ['Try again', 'Download', 'Delete']) expect(dialog.queryByRole('button', { name })).toBeNull();
  });
});

it('an image is shown although the list below it could not be loaded', async () => {
  server.use(
    http.get(`${API}/images`, () => refuse('INTERNAL_ERROR')),
    http.get(`${API}/images/${imageId(7)}`, () => ok(galleryItem(7))),
  );
  await world.open(`/gallery?image=${imageId(7)}`);
  expect(await screen.findByRole('heading', { name: /Prompt 7$/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('Gallery could not be loaded')).toBeVisible();
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { imageId } from '../../test/gallery';
import { card, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { startServer } from '../../test/server';

const LIST = 'Your favorites';
const server = startServer();
const world = startGallery(server);

const heart = (number: number) =>
  within(card(number).closest('li') ?? document.body).getByRole('button', { name: 'Remove from favorites' });
const expectShown = (...frames: number[]) => waitFor(() => expect(shownFrames(LIST)).toEqual(frames));

beforeEach(() => {
  world.items = world.items.map((item) => ({ ...item, is_favorited: true }));
});

describe('an image that is taken from the favorites with the keyboard', () => {
  it('by F leaves the focus to the next one, the last one to the one before, and the only one to the heading', async () => {
    await world.open('/favorites');
    await sheet(LIST);
    act(() => card(13).focus());
    await userEvent.keyboard('f');
    await expectShown(14, 12);
    expect(screen.getByText('2 images')).toBeVisible();
    expect(card(12)).toHaveFocus();
    await userEvent.keyboard('f');
    await expectShown(14);
    expect(card(14)).toHaveFocus();
    await userEvent.keyboard('f');
    await screen.findByText('No favorites yet');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Go to gallery' })).toHaveAttribute('href', '/gallery');
  });

  it('by its heart leaves the focus to the next one', async () => {
    await world.open('/favorites');
    await sheet(LIST);
    act(() => heart(14).focus());
    await userEvent.keyboard('{Enter}');
    await expectShown(13, 12);
    expect(card(13)).toHaveFocus();
  });

  it('leaves the focus to the next one in a gallery of favorites only, too', async () => {
    await world.open('/gallery?fav=1');
    await sheet();
    act(() => card(14).focus());
    await userEvent.keyboard('f');
    await waitFor(() => expect(shownFrames()).toEqual([13, 12]));
    expect(card(13)).toHaveFocus();
  });
});

it('an image that is taken from the favorites in the details leads on to its neighbours', async () => {
  await world.open('/favorites');
  await sheet(LIST);
  await userEvent.click(card(13));
  await screen.findByRole('dialog', { name: /0013/ });
  await userEvent.keyboard('f');
  await waitFor(() => expect(world.find(imageId(13))?.is_favorited).toBe(false));
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByRole('dialog', { name: /0012/ });
  await userEvent.keyboard('{ArrowLeft}');
  await screen.findByRole('dialog', { name: /0014/ });
});

it('an image that was taken from the favorites is had back where it stood', async () => {
  await world.open('/favorites');
  await sheet(LIST);
  await userEvent.click(heart(13));
  await expectShown(14, 12);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectShown(14, 13, 12);
  expect(world.markings).toEqual([{ image_ids: [imageId(13)], is_favorited: true, places: [13] }]);
});

it('in the whole gallery an image stays when it is no favorite any more, and keeps the focus', async () => {
  await world.open();
  await sheet();
  act(() => heart(14).focus());
  await userEvent.keyboard('{Enter}');
  expect(
    await within(card(14).closest('li') ?? document.body).findByRole('button', { name: 'Add to favorites' }),
  ).toHaveFocus();
});

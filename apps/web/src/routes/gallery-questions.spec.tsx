import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { deferredAnswer } from '../../test/deferred-answer';
import { galleryItems } from '../../test/gallery';
import { card, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { API, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

const box = (number: number) => screen.getByRole('checkbox', { name: new RegExp(`^Prompt ${number},`) });
const bar = () => screen.getByRole('region', { name: 'Selected images' });
const question = () => screen.queryByRole('group', { name: 'Delete this image?' });
const details = () => screen.findByRole('dialog', { name: /^Details of image/ });
const open = async (number: number) => {
  await userEvent.click(card(number));
  return details();
};
const select = async (...numbers: number[]) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
  await screen.findByRole('region', { name: 'Selected images' });
  for (const number of numbers) await userEvent.click(box(number));
};

describe('the question before what is selected is deleted', () => {
  it('does not wait for the next image where nothing was selected, and is over with the last one that it was about', async () => {
    await world.open();
    await sheet();
    await select();
    await userEvent.keyboard('{Delete}');
    await userEvent.click(box(14));
    expect(within(bar()).getByText('1 selected')).toBeVisible();
    expect(question()).toBeNull();
    await userEvent.keyboard('{Delete}');
    expect(question()).toBeVisible();
    await userEvent.click(box(14));
    await userEvent.click(box(13));
    expect(question()).toBeNull();
  });
});

describe('what is selected while others are being deleted', () => {
  const answerLater = () => {
    const answer = deferredAnswer();
    // Then the usual handler answers.
    server.use(http.delete(`${API}/images/:id`, () => answer.given));
    return answer;
  };
  const removeOne = async () => {
    await select(14);
    await userEvent.keyboard('{Delete}{Enter}');
    await waitFor(() => expect(shownFrames()).not.toContain(14));
  };

  it('stays selected when the server has answered', async () => {
    const answer = answerLater();
    await world.open();
    await sheet();
    await removeOne();
    await userEvent.click(box(13));
    answer.give();
    expect(await screen.findByText('Image deleted')).toBeVisible();
    expect(within(bar()).getByText('1 selected')).toBeVisible();
    expect(box(13)).toBeChecked();
  });

  it('stays selected too after selecting was ended and begun anew', async () => {
    const answer = answerLater();
    await world.open();
    await sheet();
    await removeOne();
    await userEvent.click(within(bar()).getAllByRole('button', { name: 'Done' })[0] ?? document.body);
    await select(12);
    answer.give();
    expect(await screen.findByText('Image deleted')).toBeVisible();
    expect(within(bar()).getByText('1 selected')).toBeVisible();
  });
});

describe('the question before an image is deleted', () => {
  const ask = async (number: number) => {
    act(() => card(number).focus());
    await userEvent.keyboard('{Delete}');
    expect(question()).toBeVisible();
  };

  it('holds back no Escape from the details of another image', async () => {
    world.items = galleryItems(3);
    await world.open();
    await sheet();
    await ask(3);
    await open(2);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(world.place()).toBe('/gallery'));
  });

  it('is answered in the details with no by Escape wherever the focus is, by turning to another image and by closing', async () => {
    world.items = galleryItems(3);
    await world.open();
    await sheet();
    const dialog = await open(2);
    const button = (name: string) => within(dialog).getByRole('button', { name });
    const askHere = async () => {
      await userEvent.keyboard('{Delete}');
      expect(question()).toBeVisible();
    };
    await askHere();
    await waitFor(() => expect(button('Yes, delete')).toHaveFocus());
    act(() => button('Next image').focus());
    await userEvent.keyboard('{Escape}');
    expect(question()).toBeNull();
    expect(dialog).toBeVisible();
    await askHere();
    await userEvent.click(button('Next image'));
    await screen.findByRole('dialog', { name: /0001/ });
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByRole('dialog', { name: /0002/ });
    await waitFor(() => expect(screen.queryByText(/Delete this image/)).toBeNull());
    await askHere();
    await userEvent.click(button('Close'));
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    await waitFor(() => expect(screen.queryByText(/Delete this image/)).toBeNull());
  });

  it('is over with going to another page', async () => {
    world.items = galleryItems(14);
    await world.open();
    await sheet();
    await ask(14);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(shownFrames()).toEqual([2, 1]));
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(shownFrames()).toHaveLength(12));
    expect(question()).toBeNull();
  });
});

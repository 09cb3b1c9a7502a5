import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItems, imageId } from '../../test/gallery';
import { card, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { API, refuse, startServer } from '../../test/server';
import { analytics } from '../shared/analytics/analytics';

const server = startServer();
const world = startGallery(server);
afterEach(() => {
  jest.restoreAllMocks();
});

const FAVORITES = 'Your favorites';
const marked = (count: number) => galleryItems(count).map((item) => ({ ...item, is_favorited: true }));
const box = (number: number) => screen.getByRole('checkbox', { name: new RegExp(`^Prompt ${number},`) });
const bar = () => screen.getByRole('region', { name: 'Selected images' });
const press = (name: string) => userEvent.click(within(bar()).getByRole('button', { name }));
/** Deleted from elsewhere: this page does not know. */
const deleteElsewhere = (...numbers: number[]) => {
  const gone = numbers.map(imageId);
  world.items = world.items.filter(({ id }) => !gone.includes(id));
  const answer = ({ params }: { params: { id?: unknown } }) =>
    gone.includes(String(params.id)) ? refuse('NOT_FOUND') : undefined;
  server.use(http.post(`${API}/images/:id/favorite`, answer), http.delete(`${API}/images/:id/favorite`, answer));
};
const select = async (...numbers: number[]) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
  await screen.findByRole('region', { name: 'Selected images' });
  for (const number of numbers) await userEvent.click(box(number));
};

describe('what is selected', () => {
  it('says how many it is, also of a row by Shift, and on which pages, politely', async () => {
    world.items = galleryItems(14);
    await world.open();
    await sheet();
    await select();
    const tally = within(bar()).getByRole('status');
    expect(tally).toHaveTextContent('0 selectedPick images. They stay selected while you turn pages');
    await userEvent.click(box(14));
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(box(12));
    await user.keyboard('{/Shift}');
    expect(tally).toHaveTextContent('3 selected');
    expect(box(13)).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(shownFrames()).toEqual([2, 1]));
    expect(tally).toHaveTextContent('3 selectedon page 1');
    await userEvent.click(box(1));
    expect(tally).toHaveTextContent('4 selectedon pages 1 and 2');
    await press('Select all shown');
    expect(tally).toHaveTextContent('5 selectedon pages 1 and 2');
    // Those of the page before stay selected.
    await press('Deselect all shown');
    expect(tally).toHaveTextContent('3 selectedon page 1');
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(shownFrames()).toHaveLength(12));
    expect(box(12)).toBeChecked();
  });

  it('stays selected under another filter, which is told', async () => {
    await world.open();
    await sheet();
    await select(14, 13);
    fireEvent.change(screen.getByRole('textbox', { name: 'Search prompts' }), { target: { value: 'prompt 13' } });
    await waitFor(() => expect(shownFrames()).toEqual([13]));
    expect(within(bar()).getByRole('status')).toHaveTextContent('2 selectedon page 1 · 1 of them outside this list');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(shownFrames()).toHaveLength(3));
    expect(box(14)).toBeChecked();
  });

  it('begins by X and ends by Escape where the focus is, which stays there', async () => {
    await world.open();
    await sheet();
    act(() => card(13).focus());
    await userEvent.keyboard('x');
    expect(box(13)).toBeChecked();
    expect(box(13)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}x');
    expect(within(bar()).getByText('2 selected')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(card(12)).toHaveFocus();
    expect(screen.queryByRole('region', { name: 'Selected images' })).toBeNull();
  });

  it('begins anew without an old question, and is forgotten by Done, where the button for it has the focus', async () => {
    await world.open();
    await sheet();
    await select(14);
    await press('Delete');
    act(() => box(14).focus());
    await userEvent.keyboard('{Escape}');
    await select(13);
    expect(screen.queryByRole('group', { name: 'Delete this image?' })).toBeNull();
    await userEvent.click(within(bar()).getAllByRole('button', { name: 'Done' })[0] ?? document.body);
    expect(screen.getByRole('button', { name: 'Select', pressed: false })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(within(bar()).getByText('0 selected')).toBeVisible();
  });
});

describe('favorites', () => {
  it('are selected over pages and taken out together, which can be undone', async () => {
    world.items = marked(14);
    await world.open('/favorites');
    await sheet(FAVORITES);
    act(() => card(14).focus());
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([2, 1]));
    await userEvent.click(box(1));
    expect(within(bar()).getByRole('status')).toHaveTextContent('13 selectedon pages 1 and 2');
    await press('Unfavorite');
    expect(await screen.findByText('13 images removed from favorites')).toBeVisible();
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([2]));
    expect(screen.getByText('1 image')).toBeVisible();
    expect(world.items.filter((item) => item.is_favorited)).toHaveLength(1);
    expect(within(bar()).getByText('0 selected')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(world.items.every((item) => item.is_favorited)).toBe(true));
    await waitFor(() => expect(shownFrames(FAVORITES)).toHaveLength(12));
  });

  it('that are taken out with the keyboard leave the focus to one that stays, and are marked again where they stood', async () => {
    world.items = marked(5);
    await world.open('/favorites');
    await sheet(FAVORITES);
    await select(4, 3);
    act(() => within(bar()).getByRole('button', { name: 'Unfavorite' }).focus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([5, 2, 1]));
    expect(document.activeElement).toHaveAttribute('data-image', imageId(2));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const image_ids = [4, 3].map(imageId);
    await waitFor(() =>
      expect(world.markings).toEqual([
        { image_ids, is_favorited: false },
        { image_ids, is_favorited: true, places: [4, 3] },
      ]),
    );
  });

  it.each([
    [[3, 2], '2 images were not changed.'],
    [[2], '1 image was not changed.'],
  ])('that the server does not let go come back and stay selected, with the reason (%j)', async (numbers, text) => {
    world.items = marked(3);
    const answer = () => refuse('SERVICE_UNAVAILABLE');
    server.use(http.post(`${API}/images/favorites`, answer), http.delete(`${API}/images/:id/favorite`, answer));
    await world.open('/favorites');
    await sheet(FAVORITES);
    await select(...numbers);
    await press('Unfavorite');
    expect(await screen.findByText((said) => said.startsWith(text))).toBeVisible();
    expect(screen.queryByText(/removed from favorites/)).toBeNull();
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([3, 2, 1]));
    expect(box(2)).toBeChecked();
  });

  it('that were deleted elsewhere are selected no longer, nor are those that were taken out', async () => {
    world.items = marked(3);
    await world.open('/favorites');
    await sheet(FAVORITES);
    await select(3, 2);
    deleteElsewhere(3);
    await press('Unfavorite');
    expect(await screen.findByText('1 image removed from favorites')).toBeVisible();
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([1]));
    expect(within(bar()).getByText('0 selected')).toBeVisible();
  });

  it('are deleted together after a question, and come back together', async () => {
    world.items = marked(4);
    await world.open('/favorites');
    await sheet(FAVORITES);
    await select(4, 2);
    await userEvent.keyboard('{Delete}');
    await screen.findByRole('group', { name: 'Delete 2 images?' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([3, 1]));
    expect(await screen.findByText('2 images deleted')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([4, 3, 2, 1]));
  });

  it('that lose their mark by F are selected no longer', async () => {
    world.items = marked(3);
    await world.open('/favorites');
    await sheet(FAVORITES);
    await select(3, 2);
    act(() => box(2).focus());
    await userEvent.keyboard('f');
    await waitFor(() => expect(shownFrames(FAVORITES)).toEqual([3, 1]));
    expect(within(bar()).getByText('1 selected')).toBeVisible();
  });
});

describe('images of the gallery', () => {
  it('are marked together, but for those that have a mark; when all have one, the same button takes it away', async () => {
    const event = jest.spyOn(analytics, 'event');
    world.items = world.items.map((item) => ({ ...item, is_favorited: item.frame_number === 14 }));
    await world.open();
    await sheet();
    await select(14, 13, 12);
    await press('Favorite');
    expect(await screen.findByText('2 images added to favorites')).toBeVisible();
    expect(world.items.every((item) => item.is_favorited)).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(world.find(imageId(13))?.is_favorited).toBe(false));
    expect(world.find(imageId(14))?.is_favorited).toBe(true);
    expect(event).toHaveBeenCalledWith('favorite_image', { action: 'add' });
    await userEvent.click(await within(bar()).findByRole('button', { name: 'Favorite' }));
    await userEvent.click(await within(bar()).findByRole('button', { name: 'Unfavorite' }));
    await waitFor(() => expect(world.items.some((item) => item.is_favorited)).toBe(false));
    expect(shownFrames()).toHaveLength(3);
  });

  it('that were deleted elsewhere leave the selection, which is told, and the others are marked; the last one ends it', async () => {
    await world.open();
    await sheet();
    await select(14, 13, 12);
    deleteElsewhere(13);
    await press('Favorite');
    expect(await screen.findByText('1 image was deleted elsewhere and is no longer selected.')).toBeVisible();
    expect(screen.getByText('2 images added to favorites')).toBeVisible();
    expect(screen.queryByText(/was not changed/)).toBeNull();
    await waitFor(() => expect(shownFrames()).toEqual([14, 12]));
    expect(within(bar()).getByText('2 selected')).toBeVisible();
    expect(world.items.map((item) => item.is_favorited)).toEqual([true, true]);
    await userEvent.click(box(14));
    deleteElsewhere(12);
    await press('Unfavorite');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected images' })).toBeNull());
    await waitFor(() => expect(shownFrames()).toEqual([14]));
  });
});

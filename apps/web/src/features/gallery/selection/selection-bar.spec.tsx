import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { GalleryItem, Locale } from '@app/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { galleryItem, galleryItems, imageId } from '../../../../test/gallery';
import { galleryActions } from '../../../../test/gallery-actions';
import { renderPart } from '../../../../test/render-part';
import { selectionOf } from '../../../../test/selection';
import { USER } from '../../../../test/server';
import { GalleryActionsProvider, type GalleryActions } from '../grid/gallery-actions';
import { setArchiveJob } from './archive-store';
import { SelectionBar } from './selection-bar';
import type { Selection } from './use-selection';

const dropDeleted = jest.fn<(ids: readonly string[]) => void>();
const onConfirming = jest.fn<(on: boolean) => void>();
const deleteImages = jest.fn<GalleryActions['deleteImages']>();

beforeEach(() => {
  jest.clearAllMocks();
  deleteImages.mockImplementation(async (ids) => ids);
});

function Bar({ selection, asks }: { selection: Selection; asks: boolean }) {
  const [confirming, setConfirming] = useState(asks);
  const [change] = useState(() => (on: boolean) => {
    onConfirming(on);
    setConfirming(on);
  });
  return <SelectionBar selection={selection} confirming={confirming} onConfirming={change} />;
}

interface Shown extends Partial<Selection> {
  asks?: boolean;
  locale?: Locale;
}
async function show(chosen: GalleryItem[], { asks = false, locale = 'en', ...part }: Shown = {}) {
  return renderPart(
    <GalleryActionsProvider value={galleryActions({ deleteImages })}>
      <main>
        <h1 tabIndex={-1}>Images</h1>
      </main>
      <Bar selection={selectionOf(chosen, { dropDeleted, ...part })} asks={asks} />
    </GalleryActionsProvider>,
    { user: USER, locale, namespaces: ['gallery', 'work'] },
  );
}
const question = (name: string) => screen.queryByRole('group', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tally = () => within(screen.getByRole('region')).getByRole('status').textContent;
const WAITING = galleryItem(9, { status: 'pending', url: null });

describe('deleting what is selected', () => {
  it('is asked first, and tells what is gone', async () => {
    await show(galleryItems(2));
    expect(question('Delete 2 images?')).toBeNull();
    await press('Delete');
    expect(question('Delete 2 images?')).toBeVisible();
    expect(deleteImages).not.toHaveBeenCalled();
    await press('Yes, delete');
    await waitFor(() => expect(dropDeleted.mock.calls).toEqual([[[imageId(2), imageId(1)]]]));
    expect(deleteImages.mock.calls).toEqual([[[imageId(2), imageId(1)]]]);
    // Where no image is left to go on to.
    expect(screen.getByRole('heading')).toHaveFocus();
    expect(question('Delete 2 images?')).toBeNull();
  });

  it('goes on with what is left when some of it could not be deleted', async () => {
    deleteImages.mockResolvedValue([imageId(2)]);
    await show(galleryItems(2), { asks: true });
    await press('Yes, delete');
    await waitFor(() => expect(dropDeleted.mock.calls).toEqual([[[imageId(2)]]]));
  });

  it('leaves images out that are still on their way, which stay selected', async () => {
    await show([...galleryItems(1), WAITING], { asks: true });
    expect(question('Delete this image?')).toBeVisible();
    await press('Yes, delete');
    await waitFor(() => expect(dropDeleted.mock.calls).toEqual([[[imageId(1)]]]));
  });

  it('is not asked where nothing of it can be deleted', async () => {
    await show([WAITING], { asks: true });
    expect(screen.queryByRole('button', { name: 'Yes, delete' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
  });

  it('is given up with the focus back on its button', async () => {
    await show(galleryItems(1), { asks: true });
    await press('Keep');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus());
    expect(deleteImages).not.toHaveBeenCalled();
  });

  it('is not asked any more when selecting ends', async () => {
    const { unmount } = await show(galleryItems(1), { asks: true });
    expect(onConfirming).not.toHaveBeenCalled();
    unmount();
    expect(onConfirming.mock.calls).toEqual([[false]]);
  });
});

describe('an archive that is being made', () => {
  afterEach(() => act(() => setArchiveJob(null)));

  it('is shown in the bar of its owner alone', async () => {
    setArchiveJob({ owner: USER.id, ids: [imageId(1)], step: 'waiting' });
    const { unmount } = await show(galleryItems(1));
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
    unmount();
    setArchiveJob({ owner: 'somebody else', ids: [imageId(1)], step: 'waiting' });
    await show(galleryItems(1));
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });
});

describe('where the selected images are', () => {
  it.each<[Shown, string]>([
    [{ isHere: true, pages: [1], elsewhere: 0 }, '3 selected'],
    [{ isHere: false, pages: [2], elsewhere: 0 }, '3 selectedon page 2'],
    [{ isHere: false, pages: [1, 2, 3, 4, 5], elsewhere: 0 }, '3 selectedon pages 1, 2, 3, 4, and 5'],
    [{ isHere: false, pages: [1, 2, 3, 4, 5, 6], elsewhere: 0 }, '3 selectedon 6 pages'],
    [{ isHere: false, pages: [1], elsewhere: 1 }, '3 selectedon page 1 · 1 of them outside this list'],
    [{ isHere: false, pages: [1, 2], elsewhere: 0, locale: 'zh' }, '已选 3 张第 1、2 页'],
  ])('%j is told as: %s', async (part, text) => {
    await show(galleryItems(3), part);
    expect(tally()).toBe(text);
  });

  it('is told below how many they are, with the marks of the language in a large number', async () => {
    await show(galleryItems(1234), { isHere: false, pages: [], elsewhere: 1200 });
    expect(screen.getByText('1,234 selected')).toBeVisible();
    expect(screen.getByText('1,200 of them outside this list')).toBeVisible();
  });

  it('is not told while there are none of them', async () => {
    await show([], { isHere: false, pages: [], elsewhere: 0 });
    expect(tally()).toBe('0 selectedPick images. They stay selected while you turn pages, search and filter.');
  });

  it('outside this list alone is told without pages', async () => {
    await show(galleryItems(3), { isHere: false, pages: [], elsewhere: 3 });
    expect(tally()).toBe('3 selected3 of them outside this list');
  });
});

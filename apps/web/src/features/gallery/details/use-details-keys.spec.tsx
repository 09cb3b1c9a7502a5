import { afterEach, expect, it, jest } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { galleryItem, imageId } from '../../../../test/gallery';
import { galleryActions } from '../../../../test/gallery-actions';
import { openedImage } from '../../../../test/opened-image';
import { GalleryActionsProvider } from '../grid/gallery-actions';
import { useDetailsKeys } from './use-details-keys';
import type { OpenedImage } from './use-opened-image';

let done: unknown[][];
const note = (name: string) => () => void done.push([name]);

interface Shown {
  item?: GalleryItem;
  zoomed?: boolean;
  beside?: Partial<Pick<OpenedImage, 'previous' | 'next'>>;
}

const pan = (across: number, down: number) => void done.push(['pan', across, down]);

function Details({ item = galleryItem(2), zoomed = false, beside = {} }: Shown) {
  const viewer = { attach: () => undefined, zoomable: true, zoomed, toggleZoom: note('zoom'), pan };
  const opened = openedImage(item, { ...beside, show: ({ id }) => void done.push(['show', id]) });
  const onKeyDown = useDetailsKeys({ opened, viewer, onInfo: note('info'), onHelp: note('help') });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as the dialog does
    <div onKeyDown={onKeyDown}>
      <button type="button">Within</button>
      {createPortal(<button type="button">Over it</button>, document.body)}
    </div>
  );
}

function show(shown: Shown = {}) {
  done = [];
  const actions = galleryActions({
    toggleFavorite: ({ id }) => void done.push(['favorite', id]),
    download: async ({ id }) => void done.push(['download', id]),
    askToDelete: (id) => void done.push(['ask', id]),
    undo: note('undo'),
  });
  render(
    <GalleryActionsProvider value={actions}>
      <Details {...shown} />
    </GalleryActionsProvider>,
  );
}
const press = (key: string, part: object = {}) => {
  const isBrowsers = fireEvent.keyDown(screen.getByRole('button', { name: 'Within' }), { key, ...part });
  return [done.splice(0), isBrowsers];
};
const place = (number: number) => ({ id: imageId(number), page: 1, item: galleryItem(number) });

afterEach(() => {
  jest.restoreAllMocks();
});

it('each key of an open image does what it is for', () => {
  show({ beside: { previous: place(3), next: place(1) } });
  expect(press('ArrowLeft')).toEqual([[['show', imageId(3)]], false]);
  expect(press('ArrowRight')).toEqual([[['show', imageId(1)]], false]);
  expect(press('f')).toEqual([[['favorite', imageId(2)]], false]);
  expect(press('d')).toEqual([[['download', imageId(2)]], false]);
  expect(press('Delete')).toEqual([[['ask', imageId(2)]], false]);
  expect(press('Backspace')).toEqual([[['ask', imageId(2)]], false]);
  expect(press('z')).toEqual([[['zoom']], false]);
  expect(press('z', { ctrlKey: true })).toEqual([[['undo']], false]);
  expect(press('i')).toEqual([[['info']], false]);
  expect(press('?')).toEqual([[['help']], false]);
});

it('arrows up and down are the browser’s, which scrolls, until one looks closely', () => {
  show();
  expect(press('ArrowUp')).toEqual([[], true]);
  expect(press('ArrowDown')).toEqual([[], true]);
});

it('where one looks closely the arrows look around by a fifth of what is seen', () => {
  show({ zoomed: true, beside: { previous: place(3), next: place(1) } });
  expect(press('ArrowLeft')[0]).toEqual([['pan', -0.2, 0]]);
  expect(press('ArrowRight')[0]).toEqual([['pan', 0.2, 0]]);
  expect(press('ArrowUp')[0]).toEqual([['pan', 0, -0.2]]);
  expect(press('ArrowDown')[0]).toEqual([['pan', 0, 0.2]]);
});

it.each([
  ['was not made', { status: 'failed', url: null }, ['Delete']],
  ['is on its way', { status: 'processing', url: null }, ['Delete']],
  ['was lost', { url: null }, ['f', 'Delete']],
] as const)('an image that %s has the keys alone that make sense', (_, part, expected) => {
  show({ item: galleryItem(2, part) });
  const working = ['f', 'd', 'z', 'Delete'].filter((key) => (press(key)[0] as unknown[]).length > 0);
  expect(working).toEqual(expected);
});

it('nothing is asked to be deleted without a network', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show();
  expect(press('Delete')).toEqual([[], true]);
});

it('keys pressed in what lies over the details are not theirs', () => {
  show();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Over it' }), { key: 'f' });
  expect(done).toEqual([]);
});

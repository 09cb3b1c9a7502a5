import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EXPORTED_AT_ONCE, type GalleryItem } from '@app/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { galleryItem, galleryItems } from '../../../../test/gallery';
import { galleryActions } from '../../../../test/gallery-actions';
import { renderPart } from '../../../../test/render-part';
import { selectionOf } from '../../../../test/selection';
import { USER } from '../../../../test/server';
import '../../../api/endpoints/images';
import { GalleryActionsProvider } from '../grid/gallery-actions';
import { SelectButton } from './select-button';
import { SelectionActions } from './selection-actions';
import type { Selection } from './use-selection';

const calls = { toggleShown: jest.fn(), onRemove: jest.fn(), start: jest.fn(), stop: jest.fn() };
beforeEach(() => {
  jest.clearAllMocks();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const show = (chosen: GalleryItem[], part: Partial<Selection> = {}) =>
  renderPart(
    <GalleryActionsProvider value={galleryActions()}>
      <SelectionActions
        selection={selectionOf(chosen, { toggleShown: calls.toggleShown, ...part })}
        removeButton={createRef()}
        onRemove={calls.onRemove}
      />
    </GalleryActionsProvider>,
    { user: USER, namespaces: ['gallery'] },
  );
const button = (name: string) => screen.getByRole('button', { name });
/** The buttons in their order; those that rest in brackets. */
const buttons = () =>
  screen
    .getAllByRole<HTMLButtonElement>('button')
    .map(({ textContent, disabled }) => (disabled ? `(${textContent})` : textContent));
const FAILED = galleryItem(1, { status: 'failed', url: null });
const WAITING = galleryItem(2, { status: 'pending', url: null });
const MARKED = galleryItem(3, { is_favorited: true });

describe('what can be done with the images that are selected', () => {
  it.each<[string, GalleryItem[], Partial<Selection>, string[]]>([
    ['none', [], {}, ['Select all shown', '(Favorite)', '(Download ZIP)', '(Delete)']],
    ['none of the favorites', [], { leaves: true }, ['Select all shown', '(Unfavorite)', '(Download ZIP)', '(Delete)']],
    ['one that waits', [WAITING], {}, ['Select all shown', '(Favorite)', '(Download ZIP)', '(Delete)']],
    ['one that failed', [FAILED], {}, ['Select all shown', '(Favorite)', '(Download ZIP)', 'Delete']],
    ['delivered ones', galleryItems(2), {}, ['Select all shown', 'Favorite', 'Download ZIP', 'Delete']],
    ['marked ones', [MARKED, FAILED], {}, ['Select all shown', 'Unfavorite', 'Download ZIP', 'Delete']],
    [
      'all that is shown',
      galleryItems(2),
      { allShown: true },
      ['Deselect all shown', 'Favorite', 'Download ZIP', 'Delete'],
    ],
  ])('is what makes sense for %s', async (_, chosen, part, expected) => {
    await show(chosen, part);
    expect(buttons()).toEqual(expected);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is done by a press', async () => {
    await show(galleryItems(1));
    await userEvent.click(button('Select all shown'));
    expect(calls.toggleShown).toHaveBeenCalledTimes(1);
    await userEvent.click(button('Delete'));
    expect(calls.onRemove).toHaveBeenCalledTimes(1);
  });

  it('rests without a network, and says why', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show(galleryItems(1));
    expect(buttons()).toEqual(['Select all shown', '(Favorite)', '(Download ZIP)', '(Delete)']);
    for (const name of ['Favorite', 'Download ZIP', 'Delete']) {
      expect(button(name)).toHaveAttribute('title', 'Not available offline');
    }
    expect(button('Select all shown')).not.toHaveAttribute('title');
  });
});

it('packs as many images as an archive holds, and says so before the press when it is one more', async () => {
  const { unmount } = await show(galleryItems(EXPORTED_AT_ONCE));
  expect(button('Download ZIP')).toBeEnabled();
  unmount();
  await show(galleryItems(EXPORTED_AT_ONCE + 1));
  expect(button('Download ZIP')).toBeDisabled();
  expect(button('Download ZIP')).toHaveAccessibleDescription(`One ZIP holds up to ${EXPORTED_AT_ONCE} images.`);
});

describe('the button that begins selecting', () => {
  const showButton = (active: boolean, disabled: boolean) =>
    renderPart(
      <SelectButton
        selection={selectionOf([], { active, start: calls.start, stop: calls.stop })}
        disabled={disabled}
      />,
      { user: USER, namespaces: ['gallery'] },
    );

  it.each([
    [false, false, true],
    [false, true, false],
    [true, true, true],
  ])('while selecting (%s), with nothing to select (%s), works: %s', async (active, nothing, works) => {
    await showButton(active, nothing);
    expect(button('Select')).toHaveAttribute('aria-pressed', String(active));
    await userEvent.click(button('Select'));
    expect(calls.start).toHaveBeenCalledTimes(works && !active ? 1 : 0);
    expect(calls.stop).toHaveBeenCalledTimes(works && active ? 1 : 0);
  });
});

import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { downloadPicture } from '../../../api/download-picture';
import { useSetFavoriteMutation } from '../../../api/images-api';
import { analytics } from '../../../shared/analytics/analytics';
import { useAddress } from '../../../shared/i18n/locale-context';
import { randomId } from '../../../shared/random-id';
import { carryRecipe } from '../../../shared/recipe';
import { showToast } from '../../../shared/toasts';
import type { Shelf } from './shelf-context';
import { useRemoval } from './use-removal';

/** `leaves`: who loses the mark leaves the list, so that it can be taken back. */
export function useShelfActions({ leaves, share }: { leaves: boolean; share: (item: GalleryItem) => void }): Shelf {
  const { t } = useTranslation('gallery');
  const [setFavorite] = useSetFavoriteMutation();
  const { remove, undo } = useRemoval();
  const [doomed, askToRemove] = useState<string | null>(null);
  const navigate = useNavigate();
  const to = useAddress();

  const mark = async ({ id }: GalleryItem, favorite: boolean): Promise<boolean> => {
    const { error } = await setFavorite({ id, favorite });
    if (error) showToast({ kind: 'error', text: t('operationFailed') });
    else analytics.event('favorite_image', { action: favorite ? 'add' : 'remove' });
    return !error;
  };
  const toggle = async (item: GalleryItem) => {
    const done = await mark(item, !item.is_favorited);
    if (!done || !leaves || !item.is_favorited) return;
    showToast({
      kind: 'success',
      text: t('favorites.removed'),
      key: randomId(),
      action: { label: t('removal.undo'), run: () => void mark(item, true) },
      duration: 10_000,
    });
  };

  return {
    toggleFavorite: (item) => void toggle(item),
    download: async (item) => {
      try {
        await downloadPicture(item.id);
      } catch {
        showToast({ kind: 'error', text: t('operationFailed') });
      }
    },
    remove,
    undo,
    share,
    reuse: (item) => void navigate(to('generate', { query: carryRecipe(item) })),
    doomed,
    askToRemove,
  };
}

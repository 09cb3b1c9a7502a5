import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { downloadImage } from '../../../api/downloads/download-image';
import { useSetFavoriteMutation } from '../../../api/endpoints/images';
import { useRemoval } from '../../../api/use-removal';
import { analytics } from '../../../shared/analytics/analytics';
import { useAddress } from '../../../shared/i18n/locale-context';
import { randomId } from '../../../shared/random-id';
import { carryRecipe, type Lineage } from '../../../shared/recipe';
import { showToast } from '../../../shared/toasts';
import type { Making, Shelf } from './shelf-context';

/** Seed and parent of what is made from a picture. */
function lineage({ id, seed, error_code }: GalleryItem, how: Making): Lineage {
  if (how === 'remix') return { seed, parentId: id };
  if (how === 'again') return { parentId: id };
  // What was declined would be declined again.
  return how === 'retry' && error_code !== 'CONTENT_REJECTED' ? { seed } : {};
}

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
    download: async (item, format) => {
      try {
        await downloadImage(item.id, format);
      } catch {
        showToast({ kind: 'error', text: t('operationFailed') });
      }
    },
    remove,
    undo,
    share,
    make: (item, how) => void navigate(to('generate', { query: carryRecipe(item, lineage(item, how)) })),
    doomed,
    askToRemove,
  };
}

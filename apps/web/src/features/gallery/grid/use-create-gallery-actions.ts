import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeedAndParent } from '../../../entities/generation/prefill-generate-form';
import { useOpenInGenerator } from '../../../entities/generation/use-open-in-generator';
import { useDeleteImages } from '../../../entities/image/use-delete-images';
import { useDownloadImage } from '../../../entities/image/use-download-image';
import { useFavoriteImage } from '../../../entities/image/use-favorite-image';
import { randomId } from '../../../shared/browser/random-id';
import { showToast, UNDO_MS } from '../../../shared/toasts';
import type { ChangeItem } from '../list/change-items';
import type { GalleryActions, GeneratorMode } from './gallery-actions';

function seedAndParent({ id, seed, error_code }: GalleryItem, mode: GeneratorMode): SeedAndParent {
  if (mode === 'remix') return { seed, parentId: id };
  if (mode === 'again') return { parentId: id };
  // What was declined would be declined again.
  return mode === 'retry' && error_code !== 'CONTENT_REJECTED' ? { seed } : {};
}

interface Options {
  /** The list holds favorites only: what is no favorite any more leaves it, so that can be undone. */
  leaves: boolean;
  share: (item: GalleryItem) => void;
  /** Changes images where their list is not kept up to date. */
  change: (ids: readonly string[], change: ChangeItem) => void;
  /** What had left the list is in it again. */
  restored: () => void;
}

export function useCreateGalleryActions({ leaves, share, change, restored }: Options): GalleryActions {
  const { t } = useTranslation('gallery');
  const setFavorite = useFavoriteImage();
  const { download } = useDownloadImage();
  const { deleteImages, undo } = useDeleteImages();
  const [pendingDeleteId, askToDelete] = useState<string | null>(null);
  const openInGenerator = useOpenInGenerator();

  const favoritesChanged = (ids: readonly string[], favorite: boolean) =>
    change(ids, (item) => (leaves && !favorite ? null : { ...item, is_favorited: favorite }));
  const imagesGone = (ids: readonly string[]) => change(ids, () => null);
  const mark: typeof setFavorite = async (id, favorite, former) => {
    const places = await setFavorite(id, favorite, former);
    if (places) favoritesChanged([id], favorite);
    return places;
  };
  const toggleFavorite = async (item: GalleryItem) => {
    const places = await mark(item.id, !item.is_favorited);
    if (!places || !leaves || !item.is_favorited) return;
    showToast({
      kind: 'success',
      text: t('favorites.removed'),
      key: randomId(),
      action: { label: t('removal.undo'), run: () => void mark(item.id, true, places).then(restored) },
      duration: UNDO_MS,
    });
  };

  return {
    toggleFavorite: (item) => void toggleFavorite(item),
    download: (item, format) => download(item.id, format),
    deleteImages: async (ids) => {
      const deleted = await deleteImages(ids, restored);
      imagesGone(deleted);
      return deleted;
    },
    favoritesChanged,
    imagesGone,
    undo,
    share,
    openInGenerator: (item, mode) => openInGenerator(item, seedAndParent(item, mode)),
    pendingDeleteId,
    askToDelete,
  };
}

import type { GalleryActions } from '../src/features/gallery/grid/gallery-actions';

const nothing = () => undefined;

/** What a person can do with images, of which nothing comes but what `part` says. */
export const galleryActions = (part: Partial<GalleryActions> = {}): GalleryActions => ({
  toggleFavorite: nothing,
  download: async () => undefined,
  deleteImages: async (ids) => ids,
  undo: nothing,
  share: nothing,
  openInGenerator: nothing,
  favoritesChanged: nothing,
  imagesGone: nothing,
  pendingDeleteId: null,
  askToDelete: nothing,
  ...part,
});

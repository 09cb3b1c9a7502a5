import type { GalleryItem, OutputFormat } from '@app/contracts';
import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react';

/**
 * `remix`: with the same seed, as a child of this image; `again`: with another seed, as a child of it; `retry`: as it was
 * submitted, because nothing came of it; `reuse`: the settings alone.
 */
export type GeneratorMode = 'remix' | 'again' | 'retry' | 'reuse';

/** What a person can do with the images of a page. */
export interface GalleryActions {
  toggleFavorite: (item: GalleryItem) => void;
  /** As it is stored, or in another format. */
  download: (item: GalleryItem, format?: OutputFormat) => Promise<void>;
  /** Deletes without a further question. */
  deleteImages: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Restores what was deleted last. */
  undo: () => void;
  share: (item: GalleryItem) => void;
  openInGenerator: (item: GalleryItem, mode: GeneratorMode) => void;
  /** Several images have been added to the favorites, or removed. */
  favoritesChanged: (ids: readonly string[], favorite: boolean) => void;
  /** Images turned out to have been deleted elsewhere. */
  imagesGone: (ids: readonly string[]) => void;
  /** The image whose deletion waits for a confirmation. */
  pendingDeleteId: string | null;
  askToDelete: (id: string | null) => void;
}

const GalleryActionsContext = createContext<GalleryActions | null>(null);
export const GalleryActionsProvider = GalleryActionsContext.Provider;

export function useGalleryActions(): GalleryActions {
  const actions = useContext(GalleryActionsContext);
  if (!actions) throw new Error('There is no GalleryActionsProvider around this component');
  return actions;
}

/** The same ones as long as nobody is asked, or all cards would be rendered anew whenever their page is. */
export function useStableActions(actions: GalleryActions): GalleryActions {
  const { pendingDeleteId } = actions;
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      toggleFavorite: (item) => latest.current.toggleFavorite(item),
      download: (item, format) => latest.current.download(item, format),
      deleteImages: (ids) => latest.current.deleteImages(ids),
      undo: () => latest.current.undo(),
      share: (item) => latest.current.share(item),
      openInGenerator: (item, mode) => latest.current.openInGenerator(item, mode),
      favoritesChanged: (ids, favorite) => latest.current.favoritesChanged(ids, favorite),
      imagesGone: (ids) => latest.current.imagesGone(ids),
      askToDelete: (id) => latest.current.askToDelete(id),
      pendingDeleteId,
    }),
    [pendingDeleteId],
  );
}

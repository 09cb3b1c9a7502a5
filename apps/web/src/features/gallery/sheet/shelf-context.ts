import type { GalleryItem } from '@app/contracts';
import { createContext, useContext } from 'react';

/** What one does with the pictures of a page. */
export interface Shelf {
  toggleFavorite: (item: GalleryItem) => void;
  download: (item: GalleryItem) => Promise<void>;
  /** Asks nothing any more. */
  remove: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Brings back what was removed last. */
  undo: () => void;
  share: (item: GalleryItem) => void;
  /** To the generate page with the same settings. */
  reuse: (item: GalleryItem) => void;
  /** The picture that is about to be deleted, until the person says so. */
  doomed: string | null;
  askToRemove: (id: string | null) => void;
}

const ShelfContext = createContext<Shelf | null>(null);
export const ShelfProvider = ShelfContext.Provider;

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (!shelf) throw new Error('There is no shelf around this component');
  return shelf;
}

/** Failed and taken back ones too: there is nothing left to be done for them. */
export const isRemovable = ({ status }: GalleryItem): boolean => status === 'completed' || status === 'failed';

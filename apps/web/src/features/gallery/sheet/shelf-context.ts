import type { GalleryItem, OutputFormat } from '@app/contracts';
import { createContext, useContext } from 'react';

/**
 * `remix`: the seed too, and the new picture goes back to this one; `again`: with another seed, and goes back to it;
 * `retry`: as it was asked for, because nothing came of it; `reuse`: the settings alone.
 */
export type Making = 'remix' | 'again' | 'retry' | 'reuse';

/** What one does with the pictures of a page. */
export interface Shelf {
  toggleFavorite: (item: GalleryItem) => void;
  /** As it is stored, or in another format. */
  download: (item: GalleryItem, format?: OutputFormat) => Promise<void>;
  /** Asks nothing any more. */
  remove: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Brings back what was removed last. */
  undo: () => void;
  share: (item: GalleryItem) => void;
  /** To the generate page with what the picture was made from. */
  make: (item: GalleryItem, how: Making) => void;
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

import type { GalleryItem, Lineage } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useLineageQuery } from '../../../../api/endpoints/images';

export interface ShownLineage {
  /** Oldest first, with the image whose lineage it is; empty while it is loaded. */
  versions: readonly GalleryItem[];
  /** How many of them the image goes back to. */
  ancestors: number;
}

/** The versions of an image, of which it is one; null where it has no other. */
export function useLineage(item: GalleryItem | null): ShownLineage | null {
  const { currentData, isFetching } = useLineageQuery(item?.status === 'completed' ? item.id : skipToken);
  const [kept, setKept] = useState<{ of: GalleryItem; lineage: Lineage } | null>(null);
  if (item && currentData && kept?.lineage !== currentData) setKept({ of: item, lineage: currentData });
  if (!item) return null;
  // From one version to another they stay until those of the other are known.
  const versions = kept ? [...kept.lineage.ancestors, kept.of, ...kept.lineage.remixes] : [];
  if (kept && versions.some(({ id }) => id === item.id)) {
    return versions.length > 1 ? { versions, ancestors: kept.lineage.ancestors.length } : null;
  }
  // An image with a parent will have some: their place is kept.
  return isFetching && item.parent_id !== null ? { versions: [], ancestors: 0 } : null;
}

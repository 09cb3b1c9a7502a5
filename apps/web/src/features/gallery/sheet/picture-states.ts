import type { GalleryItem } from '@app/contracts';

/** A delivered picture whose file is there. */
export const isViewable = (item: GalleryItem | null): item is GalleryItem & { url: string } =>
  item?.status === 'completed' && item.url !== null;

/** It is still to come. */
export const isOpen = ({ status }: GalleryItem): boolean => status === 'pending' || status === 'processing';

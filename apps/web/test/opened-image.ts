import type { GalleryItem } from '@app/contracts';
import type { OpenedImage } from '../src/features/gallery/details/use-opened-image';

const nothing = () => undefined;

/** An image that is open on the first page of its list, with none beside it but what `part` says. */
export const openedImage = (item: GalleryItem | null, part: Partial<OpenedImage> = {}): OpenedImage => ({
  id: item?.id ?? null,
  item,
  error: undefined,
  isRetrying: false,
  retry: nothing,
  page: 1,
  previous: null,
  next: null,
  show: nothing,
  close: nothing,
  lastId: null,
  ...part,
});

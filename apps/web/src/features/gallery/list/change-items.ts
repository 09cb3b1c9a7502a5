import type { GalleryItem } from '@app/contracts';

/** As it was known last, or null where it has left the list. */
export type ChangeItem = (item: GalleryItem) => GalleryItem | null;

/** The same list where none of these images is in it. */
export function changeItems(
  items: readonly GalleryItem[],
  ids: readonly string[],
  change: ChangeItem,
): readonly GalleryItem[] {
  const changed = new Set(ids);
  const isChanged = ({ id }: GalleryItem) => changed.has(id);
  return items.some(isChanged) ? items.flatMap((item) => (isChanged(item) ? (change(item) ?? []) : item)) : items;
}

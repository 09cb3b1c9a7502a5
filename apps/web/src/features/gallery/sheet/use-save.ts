import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';
import { useShelf } from './shelf-context';

/** Downloads a picture, and tells while it does. */
export function useSave(item: GalleryItem): { saving: boolean; save: () => Promise<void> } {
  const shelf = useShelf();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await shelf.download(item);
    setSaving(false);
  };
  return { saving, save };
}

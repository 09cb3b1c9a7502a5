import { THUMBNAIL_WIDTHS } from '@app/contracts';
import type { Storage } from '../../../../platform/storage/storage.port.js';
import { thumbnailKey } from '../object-keys.js';

/** Includes every thumbnail that it can have. After `StorageError`, call it again. */
export async function removeImageFiles(storage: Storage, objectKey: string): Promise<void> {
  const keys = [objectKey, ...THUMBNAIL_WIDTHS.map((width) => thumbnailKey(objectKey, width))];
  await Promise.all(keys.map((key) => storage.remove(key)));
}

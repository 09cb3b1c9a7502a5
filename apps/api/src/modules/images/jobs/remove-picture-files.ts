import { THUMBNAIL_WIDTHS } from '@app/contracts';
import type { Storage } from '../../../platform/storage/storage.port.js';
import { thumbnailKey } from '../domain/object-keys.js';

/** Removes a picture's file and every thumbnail that it can have. */
export async function removePictureFiles(storage: Storage, objectKey: string): Promise<void> {
  for (const width of THUMBNAIL_WIDTHS) await storage.remove(thumbnailKey(objectKey, width));
  await storage.remove(objectKey);
}

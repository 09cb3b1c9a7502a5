import type { GalleryItem } from '@app/contracts';
import { isLost } from '../../../entities/image/image-status';

/** Room for a sentence in the frame of an image that was not made, or is lost. `first-images.js` has it too. */
const SENTENCE_RATIO = 1.4;

/** Nothing came of this image, or nothing is left of it: it can be made again, and its frame says what there is to say. */
export const hasNoImage = (item: GalleryItem): boolean => item.status === 'failed' || isLost(item);

/** Of the frame that an image has in a list, in pixels. */
export function cardShape(item: GalleryItem): { width: number; height: number } {
  const { width, height } = item;
  return hasNoImage(item) ? { width: Math.max(width, height * SENTENCE_RATIO), height } : { width, height };
}

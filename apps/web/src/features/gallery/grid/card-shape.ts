import type { GalleryItem } from '@app/contracts';

/** Room for a sentence in the frame of an image that was not made. `first-images.js` has it too. */
const FAILED_RATIO = 1.4;

/** Of the frame that an image has in a list, in pixels. */
export const cardShape = ({ status, width, height }: GalleryItem): { width: number; height: number } =>
  status === 'failed' ? { width: Math.max(width, height * FAILED_RATIO), height } : { width, height };

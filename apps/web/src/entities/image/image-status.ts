import { isFinished, type GalleryItem, type GenerationImage } from '@app/contracts';

/** It was delivered, and its file is missing since. */
export const isLost = ({ status, url }: Pick<GenerationImage, 'status' | 'url'>): boolean =>
  status === 'completed' && url === null;

/** A delivered image whose file is there. */
export const isViewable = (image: GalleryItem | null): image is GalleryItem & { url: string } =>
  image?.status === 'completed' && image.url !== null;

/** Failed and cancelled images can be deleted too. */
export const isDeletable = (image: Pick<GenerationImage, 'status'>): boolean => isFinished(image);

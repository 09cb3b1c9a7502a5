import { SIZE_PIXELS, type Locale, type Size, type Style } from '@app/contracts';
import type { ImageSource } from '../../shared/ui/images/responsive-image';
import works from './sample-works.json';

export interface SampleWork {
  id: string;
  prompt: Record<Locale, string>;
  style: Style;
  size: Size;
  seed: number;
}

/**
 * What stands on the home page's sheet; `scripts/paint-samples.mjs` lets the embedded engine paint each from exactly these
 * words at build time. The JSON is checked against contracts by a test.
 */
export const SAMPLE_WORKS = works as readonly SampleWork[];

/** Widths of the painted files beside the whole image. */
export const SAMPLE_WIDTHS = [320, 640] as const;

/** `file`: below the folder of samples, without its ending. */
export const paintedImage = (file: string, size: Size): ImageSource => ({
  url: `/samples/${file}.webp`,
  thumbnails: SAMPLE_WIDTHS.map((width) => ({ width, url: `/samples/${file}.w${width}.webp` })),
  thumbhash: null,
  ...SIZE_PIXELS[size],
});

export const sampleImage = ({ id, size }: SampleWork): ImageSource => paintedImage(`works/${id}`, size);

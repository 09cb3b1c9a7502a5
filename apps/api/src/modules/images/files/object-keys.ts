import { OUTPUT_FORMATS, THUMBNAIL_WIDTHS, type OutputFormat } from '@app/contracts';

export const FORMAT_EXTENSION: Record<OutputFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' };
export const FORMAT_CONTENT_TYPE: Record<OutputFormat, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};
export const THUMBNAIL_FORMAT = 'webp' satisfies OutputFormat;

export interface ObjectKeyParts {
  imageId: string;
  createdAt: Date;
  attempt: number;
  /** Lowercase letters and digits, 8 to 32, so that no key is ever reused. */
  random: string;
  format: OutputFormat;
}

/** `pictures/{yyyy}/{mm}/{image id}/{attempt}-{random}.{ext}` */
export function objectKey({ imageId, createdAt, attempt, random, format }: ObjectKeyParts): string {
  const [year, month] = createdAt.toISOString().split('-');
  return `pictures/${year}/${month}/${imageId}/${attempt}-${random}.${FORMAT_EXTENSION[format]}`;
}

/** The image's key with `.w{width}.webp` for its extension. */
export const thumbnailKey = (key: string, width: number): string =>
  `${key.replace(/\.\w+$/, '')}.w${width}.${FORMAT_EXTENSION[THUMBNAIL_FORMAT]}`;

export const thumbnailWidths = (imageWidth: number): number[] => THUMBNAIL_WIDTHS.filter((width) => width < imageWidth);

export const thumbnailHeight = (image: { width: number; height: number }, width: number): number =>
  Math.max(1, Math.round((image.height * width) / image.width));

export interface ParsedKey {
  imageId: string;
  format: OutputFormat;
  thumbnailWidth: number | null;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const KEY = new RegExp(`^pictures/\\d{4}/\\d{2}/(${UUID})/\\d+-[a-z0-9]{8,32}(?:\\.w(\\d{1,4}))?\\.([a-z]+)$`);

export function parseObjectKey(key: string): ParsedKey | null {
  const match = KEY.exec(key);
  const format = OUTPUT_FORMATS.find((known) => FORMAT_EXTENSION[known] === match?.[3]);
  if (!match?.[1] || !format) return null;
  const thumbnailWidth = match[2] === undefined ? null : Number(match[2]);
  if (thumbnailWidth !== null && format !== THUMBNAIL_FORMAT) return null;
  return { imageId: match[1], format, thumbnailWidth };
}

import { OUTPUT_FORMATS, THUMBNAIL_WIDTHS, type OutputFormat } from '@app/contracts';

/** File name ending of each format. */
export const FORMAT_EXTENSION: Record<OutputFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' };
export const FORMAT_CONTENT_TYPE: Record<OutputFormat, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};
/** Thumbnails are always of this format. */
export const THUMBNAIL_FORMAT = 'webp' satisfies OutputFormat;

export interface ObjectKeyParts {
  imageId: string;
  /** When the picture was asked for; its UTC month names the folder. */
  createdAt: Date;
  attempt: number;
  /** What makes the key unique for ever: lowercase letters and digits, 8 to 32 of them. */
  random: string;
  format: OutputFormat;
}

/** Key of a picture file: `pictures/{yyyy}/{mm}/{image id}/{attempt}-{random}.{ext}`. */
export function objectKey({ imageId, createdAt, attempt, random, format }: ObjectKeyParts): string {
  const [year, month] = createdAt.toISOString().split('-');
  return `pictures/${year}/${month}/${imageId}/${attempt}-${random}.${FORMAT_EXTENSION[format]}`;
}

/** Key of a picture's thumbnail of one width: the picture's key with `.w{width}.webp` for its extension. */
export const thumbnailKey = (key: string, width: number): string =>
  `${key.replace(/\.\w+$/, '')}.w${width}.${FORMAT_EXTENSION[THUMBNAIL_FORMAT]}`;

/** Widths of the thumbnails that a picture of this width gets: those that are smaller than it. */
export const thumbnailWidths = (pictureWidth: number): number[] =>
  THUMBNAIL_WIDTHS.filter((width) => width < pictureWidth);

/** Height that a thumbnail of `width` has, in whole pixels. */
export const thumbnailHeight = (picture: { width: number; height: number }, width: number): number =>
  Math.max(1, Math.round((picture.height * width) / picture.width));

export interface ParsedKey {
  imageId: string;
  format: OutputFormat;
  /** Width of a thumbnail; null for the picture itself. */
  thumbnailWidth: number | null;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const KEY = new RegExp(`^pictures/\\d{4}/\\d{2}/(${UUID})/\\d+-[a-z0-9]{8,32}(?:\\.w(\\d{1,4}))?\\.([a-z]+)$`);

/** What a key names, or null for anything that `objectKey` and `thumbnailKey` do not write. */
export function parseObjectKey(key: string): ParsedKey | null {
  const match = KEY.exec(key);
  const format = OUTPUT_FORMATS.find((known) => FORMAT_EXTENSION[known] === match?.[3]);
  if (!match?.[1] || !format) return null;
  const thumbnailWidth = match[2] === undefined ? null : Number(match[2]);
  if (thumbnailWidth !== null && format !== THUMBNAIL_FORMAT) return null;
  return { imageId: match[1], format, thumbnailWidth };
}

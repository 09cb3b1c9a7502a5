import type { OutputFormat } from '@app/contracts';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { MAX_IMAGE_BYTES, type DigitalSourceType } from '../../engines/image-engine.port.js';
import { thumbnailHeight, thumbnailWidths } from '../../files/object-keys.js';
import { PNG_SIGNATURE } from './mark-png.js';
import { markMachineMade } from './source-mark.js';
import { UnusableImageError } from './unusable-image.error.js';

const MAX_PIXELS = 20_000_000;
const THUMBHASH_SIDE = 100;
const THUMBNAIL = { effort: 2, quality: 80 };
const WHITE = '#ffffff';

// One core per job: more threads would only compete.
sharp.concurrency(1);
sharp.cache(false);

export interface ImageWanted {
  width: number;
  height: number;
  format: OutputFormat;
  sourceType: DigitalSourceType;
}

export interface PreparedImage {
  bytes: Buffer;
  /** WebP, one for each standard width below the image's. */
  thumbnails: { width: number; bytes: Buffer }[];
  thumbhash: Buffer;
}

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

const SIGNATURES: Record<OutputFormat, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE),
  jpeg: (bytes) => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff,
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

/** By the first bytes, because an engine's claims are not trusted. */
const formatOf = (bytes: Buffer): OutputFormat | undefined =>
  (Object.keys(SIGNATURES) as OutputFormat[]).find((format) => SIGNATURES[format](bytes));

/** Reads the header alone, so that a small file of huge sides is never decoded. */
async function inspect(bytes: Buffer, format: OutputFormat, wanted: ImageWanted): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  if (metadata.format !== format) throw new UnusableImageError(`says ${format}, is ${metadata.format}`);
  if ((metadata.pages ?? 1) > 1) throw new UnusableImageError('moves');
  const { width, height } = metadata.autoOrient;
  if (width !== wanted.width || height !== wanted.height) {
    throw new UnusableImageError(`is ${width}×${height}, not ${wanted.width}×${wanted.height}`);
  }
  return metadata;
}

const fromPixels = ({ data, info }: Pixels): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/** Another format, rotated by a flag that is removed, or CMYK. */
const mustConvert = (format: OutputFormat, metadata: Metadata, wanted: ImageWanted): boolean =>
  format !== wanted.format || (metadata.orientation ?? 1) > 1 || metadata.space === 'cmyk';

function convert(pixels: Pixels, format: OutputFormat): Promise<Buffer> {
  const image = fromPixels(pixels);
  if (format === 'jpeg') return image.flatten({ background: WHITE }).jpeg({ quality: 90 }).toBuffer();
  return format === 'webp' ? image.webp({ quality: 88, effort: 4 }).toBuffer() : image.png().toBuffer();
}

async function thumbnailsOf(pixels: Pixels): Promise<Pick<PreparedImage, 'thumbnails' | 'thumbhash'>> {
  const thumbnails: PreparedImage['thumbnails'] = [];
  let smallest = pixels;
  for (const width of thumbnailWidths(pixels.info.width).sort((a, b) => b - a)) {
    // Each from the one before, so that the full image is read once.
    smallest = await fromPixels(smallest)
      .resize(width, thumbnailHeight(pixels.info, width), { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    thumbnails.unshift({ width, bytes: await fromPixels(smallest).webp(THUMBNAIL).toBuffer() });
  }
  const tiny = await fromPixels(smallest)
    .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { thumbnails, thumbhash: Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)) };
}

/** Decodes once and keeps the file's pixels where the format fits. Throws `UnusableImageError`. */
export async function prepareImage(bytes: Buffer, wanted: ImageWanted): Promise<PreparedImage> {
  if (bytes.length === 0 || bytes.length > MAX_IMAGE_BYTES) throw new UnusableImageError(`has ${bytes.length} bytes`);
  const format = formatOf(bytes);
  if (!format) throw new UnusableImageError('is no image');
  try {
    const metadata = await inspect(bytes, format, wanted);
    // For a JPEG that ends in the middle of its pixels, libjpeg only warns, and fills the rest with grey.
    const failOn = format === 'jpeg' ? 'warning' : 'error';
    const pixels = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn })
      .autoOrient()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const file = mustConvert(format, metadata, wanted) ? await convert(pixels, wanted.format) : bytes;
    return { bytes: markMachineMade(file, wanted.format, wanted.sourceType), ...(await thumbnailsOf(pixels)) };
  } catch (error) {
    if (error instanceof UnusableImageError) throw error;
    throw new UnusableImageError(`cannot be read: ${String(error)}`, { cause: error });
  }
}

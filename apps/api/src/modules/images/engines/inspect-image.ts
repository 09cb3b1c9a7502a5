import { OUTPUT_FORMATS, type OutputFormat } from '@app/contracts';

export interface ImageHeader {
  /** Null: none that we hand out. */
  format: OutputFormat | null;
  /** Pixels. */
  width: number;
  height: number;
}

const LOOK_SIDE = 32;
const MAX_PIXELS = 20_000_000;
const PREVIEW = { side: 256, quality: 50 };

/** Loaded when the first picture arrives: the HTTP process knows the engines too, but never sees a picture of theirs. */
const sharp = async (): Promise<typeof import('sharp').default> => (await import('sharp')).default;

/** What the header of a picture says; null when it has none that can be read. Never decodes pixels. */
export async function readImageHeader(bytes: Buffer): Promise<ImageHeader | null> {
  try {
    const { format, width, height } = await (await sharp())(bytes, { limitInputPixels: false }).metadata();
    return { format: OUTPUT_FORMATS.find((known) => known === format) ?? null, width, height };
  } catch {
    return null;
  }
}

/** Whether every pixel is black. False for what cannot be decoded, which others find out. */
export async function isBlack(bytes: Buffer): Promise<boolean> {
  try {
    const picture = (await sharp())(bytes, { limitInputPixels: MAX_PIXELS }).removeAlpha().toColourspace('b-w');
    const pixels = await picture.resize(LOOK_SIDE, LOOK_SIDE, { fit: 'fill' }).raw().toBuffer();
    return pixels.every((value) => value === 0);
  } catch {
    return false;
  }
}

/** A small WebP of it that fits an event; null when it cannot be read. */
export async function previewOf(bytes: Buffer): Promise<{ bytes: Buffer; contentType: string } | null> {
  try {
    const { side, quality } = PREVIEW;
    const picture = (await sharp())(bytes, { limitInputPixels: MAX_PIXELS });
    const small = picture.resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality });
    return { bytes: await small.toBuffer(), contentType: 'image/webp' };
  } catch {
    return null;
  }
}

import { OUTPUT_FORMATS, type OutputFormat } from '@app/contracts';

export interface ImageHeader {
  format: OutputFormat | null;
  width: number;
  height: number;
}

const LOOK_SIDE = 32;
const MAX_PIXELS = 20_000_000;
const PREVIEW = { side: 256, quality: 50 };

/** Imported lazily: the HTTP process knows the engines too, but never handles their images. */
const sharp = async (): Promise<typeof import('sharp').default> => (await import('sharp')).default;

export async function readImageHeader(bytes: Buffer): Promise<ImageHeader | null> {
  try {
    const { format, width, height } = await (await sharp())(bytes, { limitInputPixels: false }).metadata();
    return { format: OUTPUT_FORMATS.find((known) => known === format) ?? null, width, height };
  } catch {
    return null;
  }
}

export async function isBlack(bytes: Buffer): Promise<boolean> {
  try {
    const image = (await sharp())(bytes, { limitInputPixels: MAX_PIXELS }).toColourspace('b-w');
    const pixels = await image.resize(LOOK_SIDE, LOOK_SIDE, { fit: 'fill' }).raw().toBuffer();
    return pixels.every((value) => value === 0);
  } catch {
    return false;
  }
}

export async function previewOf(bytes: Buffer): Promise<{ bytes: Buffer; contentType: string } | null> {
  try {
    const { side, quality } = PREVIEW;
    const image = (await sharp())(bytes, { limitInputPixels: MAX_PIXELS });
    const small = image.resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality });
    return { bytes: await small.toBuffer(), contentType: 'image/webp' };
  } catch {
    return null;
  }
}

import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** Makes file, thumbnails and placeholder with one decode of the engine's bytes for each. */
export async function prepareImageNaively(
  bytes: Buffer,
  format: 'png' | 'jpeg',
  widths: readonly number[],
): Promise<void> {
  await (format === 'png' ? sharp(bytes).png() : sharp(bytes).jpeg({ quality: 90 })).toBuffer();
  for (const width of widths) await sharp(bytes).resize(width).webp({ quality: 80, effort: 4 }).toBuffer();
  const { data, info } = await sharp(bytes)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  rgbaToThumbHash(info.width, info.height, data);
}

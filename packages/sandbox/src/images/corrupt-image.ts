import sharp from 'sharp';
import { blackPng } from './png.js';

export type ImageFormat = 'png' | 'jpeg';

/** `wrongtype` is a GIF under another name, `bomb` has a hundred megapixels in few bytes. */
export const IMAGE_FAILURES = ['truncated', 'wrongtype', 'wrongsize', 'bomb', 'garbage'] as const;
export type ImageFailure = (typeof IMAGE_FAILURES)[number];

const BOMB_SIDE = 10_000;
const GARBAGE_BYTES = 4096;
const bombs = new Map<ImageFormat, Promise<Buffer>>();

export async function corruptImage(image: Buffer, format: ImageFormat, failure: ImageFailure): Promise<Buffer> {
  switch (failure) {
    case 'truncated':
      return image.subarray(0, Math.floor(image.byteLength / 2));
    case 'wrongtype':
      return sharp(image).resize(256).gif().toBuffer();
    case 'wrongsize':
      return sharp(image).resize(300, 200, { fit: 'cover' }).toFormat(format).toBuffer();
    case 'garbage':
      return Buffer.alloc(GARBAGE_BYTES, 'not an image ');
    case 'bomb':
      return bombOf(format);
  }
}

function bombOf(format: ImageFormat): Promise<Buffer> {
  const bomb = bombs.get(format) ?? makeBomb(format);
  bombs.set(format, bomb);
  return bomb;
}

const makeBomb = async (format: ImageFormat): Promise<Buffer> =>
  format === 'png'
    ? blackPng(BOMB_SIDE)
    : sharp({ create: { width: BOMB_SIDE, height: BOMB_SIDE, channels: 3, background: '#000' } })
        .jpeg({ quality: 1 })
        .toBuffer();

import sharp from 'sharp';
import { blackPng } from './png.js';

export type PictureFormat = 'png' | 'jpeg';

/** `wrongtype` is a GIF under another name, `bomb` has a hundred megapixels in few bytes. */
export const PICTURE_FAILURES = ['truncated', 'wrongtype', 'wrongsize', 'bomb', 'garbage'] as const;
export type PictureFailure = (typeof PICTURE_FAILURES)[number];

const BOMB_SIDE = 10_000;
const GARBAGE_BYTES = 4096;
const bombs = new Map<PictureFormat, Promise<Buffer>>();

export async function spoil(picture: Buffer, format: PictureFormat, failure: PictureFailure): Promise<Buffer> {
  switch (failure) {
    case 'truncated':
      return picture.subarray(0, Math.floor(picture.byteLength / 2));
    case 'wrongtype':
      return sharp(picture).resize(256).gif().toBuffer();
    case 'wrongsize':
      return sharp(picture).resize(300, 200, { fit: 'cover' }).toFormat(format).toBuffer();
    case 'garbage':
      return Buffer.alloc(GARBAGE_BYTES, 'not a picture ');
    case 'bomb':
      return bombOf(format);
  }
}

function bombOf(format: PictureFormat): Promise<Buffer> {
  const bomb = bombs.get(format) ?? makeBomb(format);
  bombs.set(format, bomb);
  return bomb;
}

const makeBomb = async (format: PictureFormat): Promise<Buffer> =>
  format === 'png'
    ? blackPng(BOMB_SIDE)
    : sharp({ create: { width: BOMB_SIDE, height: BOMB_SIDE, channels: 3, background: '#000' } })
        .jpeg({ quality: 1 })
        .toBuffer();

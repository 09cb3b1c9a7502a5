import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { image, imageFile } from '../../../../test/support/images/images.js';
import { isBlack, previewOf, readImageHeader } from './inspect-image.js';

const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 320, channels: 4, background } })
    .png()
    .toBuffer();
const NO_IMAGE = Buffer.from('<html>');

test('a header says format and sides; a format that nobody may choose is none', async () => {
  expect(await readImageHeader(await imageFile(64, 32, 'jpeg'))).toEqual({ format: 'jpeg', width: 64, height: 32 });
  expect(await readImageHeader(await image(64, 32).gif().toBuffer())).toEqual({ format: null, width: 64, height: 32 });
  expect(await readImageHeader(NO_IMAGE)).toBeNull();
});

test('an image is black if all of it is, whatever shines through', async () => {
  expect(await isBlack(await plain('#000f'))).toBe(true);
  expect(await isBlack(await plain('#0000'))).toBe(true);
  expect(await isBlack(await plain('#111f'))).toBe(false);
  const half = sharp(await plain('#000f')).composite([
    { input: { create: { width: 320, height: 320, channels: 3, background: '#fff' } }, left: 0, top: 0 },
  ]);
  expect(await isBlack(await half.png().toBuffer())).toBe(false);
  expect(await isBlack(NO_IMAGE)).toBe(false);
});

test('a preview keeps the shape of its image, and is never larger', async () => {
  const sidesOf = async (bytes: Buffer) => {
    const preview = await previewOf(bytes);
    expect(preview?.contentType).toBe('image/webp');
    const { format, width, height } = await sharp(preview?.bytes).metadata();
    return [format, width, height];
  };
  expect(await sidesOf(await plain('#fff'))).toEqual(['webp', 256, 128]);
  expect(await sidesOf(await imageFile(64, 32))).toEqual(['webp', 64, 32]);
  expect(await previewOf(NO_IMAGE)).toBeNull();
});

import { OUTPUT_FORMATS, type OutputFormat } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { crc32, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { image, imageFile } from '../../../../../test/support/images/images.js';
import { prepareImage, type ImageWanted } from './prepare-image.js';
import { UnusableImageError } from './unusable-image.error.js';

const WIDTH = 336;
const HEIGHT = 48;
const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const wanted = (format: OutputFormat, more: Partial<ImageWanted> = {}): ImageWanted => ({
  width: WIDTH,
  height: HEIGHT,
  format,
  sourceType: 'algorithmicMedia',
  ...more,
});
const raw = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();
const xmpOf = async (bytes: Buffer): Promise<string> => (await sharp(bytes).metadata()).xmp?.toString() ?? '';

/** A PNG header that claims sides, with nothing behind it. */
function pngHeader(width: number, height: number): Buffer {
  const ihdr = Buffer.alloc(17);
  ihdr.write('IHDR', 0, 'latin1');
  ihdr.writeUInt32BE(width, 4);
  ihdr.writeUInt32BE(height, 8);
  ihdr.set([8, 2, 0, 0, 0], 12);
  const size = Buffer.from([0, 0, 0, 13]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(ihdr));
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), size, ihdr, sum]);
}

describe.each(OUTPUT_FORMATS)('a %s from the engine', (format) => {
  test('keeps its pixels as they were encoded, and says that a machine made it', async () => {
    const bytes = await imageFile(WIDTH, HEIGHT, format);
    const prepared = await prepareImage(bytes, wanted(format));
    expect((await sharp(prepared.bytes).metadata()).format).toBe(format);
    expect((await raw(prepared.bytes)).equals(await raw(bytes))).toBe(true);
    expect(prepared.bytes.length - bytes.length).toBeLessThan(700);
    expect(await xmpOf(prepared.bytes)).toContain(`Iptc4xmpExt:DigitalSourceType="${SOURCE}algorithmicMedia"`);
  });

  test('of a trained model says so', async () => {
    const bytes = await imageFile(WIDTH, HEIGHT, format);
    const prepared = await prepareImage(bytes, wanted(format, { sourceType: 'trainedAlgorithmicMedia' }));
    expect(await xmpOf(prepared.bytes)).toContain(`"${SOURCE}trainedAlgorithmicMedia"`);
  });

  test('loses place, camera, foreign descriptions and what was hidden behind the end', async () => {
    const secret = 'SECRET-PROMPT';
    const described = await image(WIDTH, HEIGHT)
      .withExif({
        IFD0: { Copyright: secret, Software: secret },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
      .toFormat(format)
      .toBuffer();
    expect(described.includes(secret)).toBe(true);
    const polyglot = Buffer.concat([described, Buffer.from(`<script>${secret}</script>PK\u0003\u0004`)]);
    const prepared = await prepareImage(polyglot, wanted(format));
    expect(prepared.bytes.includes(secret)).toBe(false);
    expect(prepared.bytes.includes('PK\u0003\u0004')).toBe(false);
    const metadata = await sharp(prepared.bytes).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.iptc).toBeUndefined();
    expect((await raw(prepared.bytes)).equals(await raw(described))).toBe(true);
  });

  test('keeps its colour profile', async () => {
    const bytes = await image(WIDTH, HEIGHT).withIccProfile('p3').toFormat(format).toBuffer();
    const profile = (await sharp(bytes).metadata()).icc;
    const prepared = await prepareImage(bytes, wanted(format));
    expect((await sharp(prepared.bytes).metadata()).icc?.equals(profile ?? Buffer.alloc(0))).toBe(true);
  });

  test('gets thumbnails of the standard widths and a placeholder', async () => {
    const [width, height] = [1344, 384];
    const prepared = await prepareImage(await imageFile(width, height, format), wanted(format, { width, height }));
    expect(prepared.thumbnails.map((thumbnail) => thumbnail.width)).toEqual([320, 640, 1024]);
    for (const thumbnail of prepared.thumbnails) {
      expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({
        format: 'webp',
        width: thumbnail.width,
        height: Math.round((height * thumbnail.width) / width),
      });
    }
    const shown = thumbHashToRGBA(prepared.thumbhash);
    expect(shown.w / shown.h).toBeCloseTo(width / height, 0);
  });

  test('is refused when it is cut off anywhere', async () => {
    const bytes = await imageFile(WIDTH, HEIGHT, format);
    for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
      const cut = bytes.subarray(0, Math.ceil(bytes.length * share));
      await expect(prepareImage(cut, wanted(format))).rejects.toBeInstanceOf(UnusableImageError);
    }
    await expect(prepareImage(bytes.subarray(0, -1), wanted(format))).rejects.toBeInstanceOf(UnusableImageError);
  });

  test('of other sides is refused', async () => {
    const bytes = await imageFile(HEIGHT, WIDTH, format);
    await expect(prepareImage(bytes, wanted(format))).rejects.toThrow(/^is 48×336, not 336×48$/);
  });

  test.each(OUTPUT_FORMATS.filter((other) => other !== format))(
    'becomes a %s where that was asked for',
    async (other) => {
      const bytes = await imageFile(WIDTH, HEIGHT, format);
      const prepared = await prepareImage(bytes, wanted(other));
      const metadata = await sharp(prepared.bytes).metadata();
      expect(metadata).toMatchObject({ format: other, width: WIDTH, height: HEIGHT });
      expect(await xmpOf(prepared.bytes)).toContain('algorithmicMedia');
      const [a, b] = await Promise.all([raw(bytes), raw(prepared.bytes)]);
      const distance = a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
      expect(distance).toBeLessThan(12);
    },
  );
});

describe('what engines answer instead of an image', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!doctype html><html><body>502 Bad Gateway</body></html>')],
    [
      'a drawing with script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="336" height="192"><script/></svg>'),
    ],
    ['JSON', Buffer.from('{"error":"no"}')],
    ['an archive', gzipSync('picture')],
    ['a signature alone', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a start of JPEG alone', Buffer.from([0xff, 0xd8, 0xff])],
    ['a RIFF of sound', Buffer.from('RIFF\u0010\0\0\0WAVEfmt \0\0\0\0', 'latin1')],
    ['a header of 100 megapixels', pngHeader(10_000, 10_000)],
    ['a header of four thousand gigapixels', pngHeader(2_000_000, 2_000_000)],
    ['far too many bytes', Buffer.alloc(25_000_001, 0xff)],
  ])('%s is refused', async (_, bytes) => {
    await expect(prepareImage(bytes, wanted('png'))).rejects.toBeInstanceOf(UnusableImageError);
  });

  test('an image beyond the pixel bound is refused before it is unpacked, though its sides are the wanted ones', async () => {
    const bomb = await sharp({ create: { width: 5000, height: 4001, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(prepareImage(bomb, wanted('png', { width: 5000, height: 4001 }))).rejects.toThrow('pixel limit');
  });

  test('a GIF, and a WebP that moves, are refused', async () => {
    const gif = await image(WIDTH, HEIGHT).gif().toBuffer();
    await expect(prepareImage(gif, wanted('png'))).rejects.toThrow('is no image');
    const frames = await sharp(Buffer.alloc(64 * 128 * 3).fill(200, 64 * 64 * 3), {
      raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    await expect(prepareImage(frames, wanted('webp', { width: 64, height: 64 }))).rejects.toThrow('moves');
  });

  test('a JPEG that is only turned by a flag is turned in its pixels', async () => {
    const turned = await image(HEIGHT, WIDTH).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const prepared = await prepareImage(turned, wanted('jpeg'));
    const metadata = await sharp(prepared.bytes).metadata();
    expect(metadata).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(metadata.orientation).toBeUndefined();
  });

  test.each([false, true])(
    'a JPEG that ends in the middle of its pixels is refused (progressive: %s)',
    async (progressive) => {
      const whole = await image(WIDTH, HEIGHT).jpeg({ progressive }).toBuffer();
      const { bytes } = await prepareImage(whole, wanted('jpeg'));
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: WIDTH, height: HEIGHT });
      const pixels = whole.lastIndexOf(Buffer.from([0xff, 0xda])) + 14;
      for (const share of [0.1, 0.5, 0.9]) {
        const cut = whole.subarray(0, pixels + Math.floor((whole.length - pixels) * share));
        const ended = Buffer.concat([cut, Buffer.from([0xff, 0xd9])]);
        await expect(prepareImage(ended, wanted('jpeg'))).rejects.toBeInstanceOf(UnusableImageError);
        await expect(prepareImage(ended, wanted('png'))).rejects.toBeInstanceOf(UnusableImageError);
      }
    },
  );

  test('a JPEG for print becomes one for screens', async () => {
    const print = await image(WIDTH, HEIGHT).toColourspace('cmyk').jpeg().toBuffer();
    const prepared = await prepareImage(print, wanted('jpeg'));
    expect((await sharp(prepared.bytes).metadata()).space).toBe('srgb');
  });

  test('transparency survives in a WebP, and becomes white in a JPEG', async () => {
    const seeThrough = await image(WIDTH, HEIGHT, 1, 4).webp({ lossless: true }).toBuffer();
    const webp = await prepareImage(seeThrough, wanted('webp'));
    expect((await sharp(webp.bytes).metadata()).hasAlpha).toBe(true);
    expect((await raw(webp.bytes)).equals(await raw(seeThrough))).toBe(true);
    const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const jpeg = await prepareImage(clear, wanted('jpeg', { width: 64, height: 64 }));
    expect((await raw(jpeg.bytes))[0]).toBeGreaterThan(250);
  });

  test('an image narrower than every thumbnail has none, and still a placeholder', async () => {
    const prepared = await prepareImage(await imageFile(200, 300), wanted('png', { width: 200, height: 300 }));
    expect(prepared.thumbnails).toEqual([]);
    expect(prepared.thumbhash.length).toBeGreaterThan(10);
  });
});

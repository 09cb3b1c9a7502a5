import { expect, test } from '@jest/globals';
import { imageFile } from '../../../../../test/support/images/images.js';
import { markWebp } from './mark-webp.js';
import { UnusableImageError } from './unusable-image.error.js';

const PACKET = Buffer.from('<x/>');
const HEADER = 12;
const FRAME = 8;

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(FRAME);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const riff = (...chunks: Buffer[]): Buffer => {
  const [head, body] = [Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), Buffer.concat(chunks)];
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
};
/** The shortest pixel data that says its sides: 336 × 192, with the upscaling bits that share their numbers. */
const lossy = (length = 10): Buffer => {
  const data = Buffer.alloc(10);
  data.writeUInt16LE(336 | 0x4000, 6);
  data.writeUInt16LE(192 | 0x8000, 8);
  return data.subarray(0, length);
};
const lossless = (alpha: number, length = 5): Buffer => {
  const data = Buffer.alloc(5);
  data.writeUInt32LE(((336 - 1) | ((192 - 1) << 14) | (alpha << 28)) >>> 0, 1);
  return data.subarray(0, length);
};
const typesOf = (bytes: Buffer): string[] => {
  const types: string[] = [];
  for (let at = HEADER; at < bytes.length;) {
    types.push(bytes.toString('latin1', at, at + 4));
    const size = bytes.readUInt32LE(at + 4);
    at += FRAME + size + (size % 2);
  }
  return types;
};
/** What the header of a marked file says. */
const headerOf = (bytes: Buffer) => ({
  flags: bytes.readUInt8(HEADER + FRAME),
  width: bytes.readUIntLE(HEADER + FRAME + 4, 3) + 1,
  height: bytes.readUIntLE(HEADER + FRAME + 7, 3) + 1,
});

test('an image that is cut off is refused for what is missing', async () => {
  const bytes = await imageFile(64, 64, 'webp');
  const cut = (length: number): Buffer => bytes.subarray(0, length);
  /** Its declared size hides that it is cut off. */
  const shortened = (length: number): Buffer => {
    const short = Buffer.from(cut(length));
    short.writeUInt32LE(length - 8, 4);
    return short;
  };
  for (const [file, reason] of [
    [cut(4), 'ends before its end'],
    [cut(HEADER - 1), 'ends before its end'],
    [cut(HEADER), 'ends before its end'],
    [cut(bytes.length - 1), 'ends before its end'],
    [shortened(HEADER + FRAME), 'chunk is cut off'],
    [shortened(bytes.length - 2), 'chunk is cut off'],
    [shortened(HEADER + FRAME - 1), 'holds no still image'],
    [riff(), 'holds no still image'],
    [riff(chunk('VP8 ', lossy(9))), 'holds no still image'],
    [riff(chunk('VP8L', lossless(0, 4))), 'holds no still image'],
  ] as const) {
    const marked = (): Buffer => markWebp(file, PACKET);
    expect(marked).toThrow(UnusableImageError);
    expect(marked).toThrow(`WebP: ${reason}`);
  }
});

test.each([
  ['lossy', [chunk('VP8 ', lossy())], 0x04],
  ['lossy with a layer of transparency', [chunk('ALPH', Buffer.alloc(3)), chunk('VP8 ', lossy())], 0x14],
  ['lossless', [chunk('VP8L', lossless(0))], 0x04],
  ['lossless with transparency', [chunk('VP8L', lossless(1))], 0x14],
  ['with a colour profile', [chunk('ICCP', Buffer.alloc(1)), chunk('VP8 ', lossy())], 0x24],
])('the header of an image that is %s says its sides and what it has', (_, chunks, flags) => {
  expect(headerOf(markWebp(riff(...chunks), PACKET))).toEqual({ flags, width: 336, height: 192 });
});

test('the profile comes before the pixels, the mark last, and nothing else is kept', () => {
  const file = riff(
    chunk('VP8 ', lossy()),
    chunk('EXIF', Buffer.alloc(3)),
    chunk('ICCP', Buffer.alloc(1)),
    chunk('XMP ', Buffer.alloc(5)),
  );
  const marked = markWebp(file, PACKET);
  expect(typesOf(marked)).toEqual(['VP8X', 'ICCP', 'VP8 ', 'XMP ']);
  expect(marked.readUInt32LE(4)).toBe(marked.length - 8);
  expect(markWebp(Buffer.concat([file, Buffer.from('and more')]), PACKET).equals(marked)).toBe(true);
});

import { OUTPUT_FORMATS, type OutputFormat } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { image, imageFile } from '../../../../../test/support/images/images.js';
import { prepareImage, type ImageWanted } from './prepare-image.js';

const WIDTH = 336;
const HEIGHT = 48;
const SECRET = 'SECRET-PROMPT, masterpiece';
const wanted = (format: OutputFormat): ImageWanted => ({
  width: WIDTH,
  height: HEIGHT,
  format,
  sourceType: 'trainedAlgorithmicMedia',
});
const rawOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();
const markOf = async (bytes: Buffer): Promise<string> => (await sharp(bytes).metadata()).xmp?.toString() ?? '';

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
const PNG_HEAD = 33;

const withPng = async (type: string, data: string): Promise<Buffer> => {
  const bytes = await imageFile(WIDTH, HEIGHT, 'png');
  return Buffer.concat([bytes.subarray(0, PNG_HEAD), pngChunk(type, Buffer.from(data)), bytes.subarray(PNG_HEAD)]);
};
const withJpeg = async (marker: number, data: string): Promise<Buffer> => {
  const bytes = await imageFile(WIDTH, HEIGHT, 'jpeg');
  return Buffer.concat([bytes.subarray(0, 2), jpegSegment(marker, Buffer.from(data)), bytes.subarray(2)]);
};
const withWebp = async (type: string, data: string): Promise<Buffer> => {
  const bytes = await imageFile(WIDTH, HEIGHT, 'webp');
  const longer = Buffer.concat([bytes, webpChunk(type, Buffer.from(data))]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
};

// Not what an image library writes, but what engines, their plug-ins and their proxies do.
describe.each<[string, OutputFormat, () => Promise<Buffer>]>([
  ['the settings that a WebUI writes', 'png', () => withPng('tEXt', `parameters\0${SECRET}\nSteps: 20`)],
  ['international text', 'png', () => withPng('iTXt', `workflow\0\0\0\0\0${SECRET}`)],
  ['the time of its making', 'png', () => withPng('tIME', SECRET.slice(0, 7))],
  ['frames that move', 'png', () => withPng('fdAT', SECRET)],
  ['a private chunk', 'png', () => withPng('prIv', SECRET)],
  ['a comment', 'jpeg', () => withJpeg(0xfe, SECRET)],
  ['what Photoshop writes', 'jpeg', () => withJpeg(0xed, `Photoshop 3.0\0${SECRET}`)],
  ['a manifest of its provenance', 'jpeg', () => withJpeg(0xeb, `JP\0\0${SECRET}`)],
  ['a second image', 'jpeg', () => withJpeg(0xe2, `MPF\0${SECRET}`)],
  ['an unknown segment', 'jpeg', () => withJpeg(0xe9, SECRET)],
  ['an unknown chunk', 'webp', () => withWebp('PRIV', SECRET)],
  ['a second description', 'webp', () => withWebp('XMP ', `<x>${SECRET}</x>`)],
])('%s in a %s', (_, format, make) => {
  test('is left out, though the pixels are not encoded again', async () => {
    const bytes = await make();
    expect(bytes.includes(SECRET.slice(0, 7))).toBe(true);
    const prepared = await prepareImage(bytes, wanted(format));
    expect(prepared.bytes.includes(SECRET.slice(0, 7))).toBe(false);
    expect((await rawOf(prepared.bytes)).equals(await rawOf(bytes))).toBe(true);
    expect(await markOf(prepared.bytes)).toContain('trainedAlgorithmicMedia');
  });

  test.each(OUTPUT_FORMATS.filter((other) => other !== format))('is left out of a %s made of it', async (other) => {
    const prepared = await prepareImage(await make(), wanted(other));
    for (const { bytes } of [prepared, ...prepared.thumbnails]) {
      expect(bytes.includes(SECRET.slice(0, 7))).toBe(false);
    }
    expect(await markOf(prepared.bytes)).toContain('trainedAlgorithmicMedia');
  });
});

describe('a file of the wanted format', () => {
  test.each<[string, OutputFormat, () => Promise<Buffer>]>([
    ['a PNG that is hardly packed', 'png', () => image(WIDTH, HEIGHT).png({ compressionLevel: 0 }).toBuffer()],
    ['a PNG in stripes', 'png', () => image(WIDTH, HEIGHT).png({ progressive: true }).toBuffer()],
    ['a PNG of sixteen bits', 'png', () => image(WIDTH, HEIGHT).toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', 'png', () => image(WIDTH, HEIGHT).png({ palette: true }).toBuffer()],
    ['a grey PNG', 'png', () => image(WIDTH, HEIGHT).greyscale().png().toBuffer()],
    ['a JPEG of low quality', 'jpeg', () => image(WIDTH, HEIGHT).jpeg({ quality: 20 }).toBuffer()],
    ['a progressive JPEG', 'jpeg', () => image(WIDTH, HEIGHT).jpeg({ progressive: true }).toBuffer()],
    ['a lossless WebP', 'webp', () => image(WIDTH, HEIGHT).webp({ lossless: true }).toBuffer()],
  ])('keeps its bytes: %s', async (_, format, make) => {
    const bytes = await make();
    const prepared = await prepareImage(bytes, wanted(format));
    // Whatever the encoder of ours would make of it, these bytes would not come out again.
    const middle = bytes.subarray(Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.9));
    expect(prepared.bytes.includes(middle)).toBe(true);
  });
});

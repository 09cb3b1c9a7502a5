import { expect, test } from '@jest/globals';
import { imageFile } from '../../../../../test/support/images/images.js';
import { markJpeg } from './mark-jpeg.js';
import { UnusableImageError } from './unusable-image.error.js';

const PACKET = Buffer.from('<x/>');
const SCAN = Buffer.from([0xff, 0xda]);

test('an image that is cut off is refused for what is missing', async () => {
  const bytes = await imageFile(64, 64, 'jpeg');
  const scan = bytes.indexOf(SCAN);
  for (const [length, reason] of [
    [2, 'no marker where one must be'],
    [4, 'ends before its end'],
    [scan - 1, 'segment is cut off'],
    [scan + 3, 'ends before its end'],
    [bytes.length - 2, 'ends before its end'],
  ] as const) {
    const marked = (): Buffer => markJpeg(bytes.subarray(0, length), PACKET);
    expect(marked).toThrow(UnusableImageError);
    expect(marked).toThrow(`JPEG: ${reason}`);
  }
});

test('a mark too long for one segment is an error of ours', async () => {
  const bytes = await imageFile(64, 64, 'jpeg');
  const room = 65_533 - 'http://ns.adobe.com/xap/1.0/\0'.length;
  expect(markJpeg(bytes, Buffer.alloc(room)).length).toBeGreaterThan(room);
  expect(() => markJpeg(bytes, Buffer.alloc(room + 1))).toThrow(RangeError);
});

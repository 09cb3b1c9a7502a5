import { expect, test } from '@jest/globals';
import { imageFile } from '../../../../../test/support/images/images.js';
import { markPng } from './mark-png.js';
import { UnusableImageError } from './unusable-image.error.js';

const PACKET = Buffer.from('<x/>');
const SIGNATURE = 8;
const FRAME = 12;
const HEAD = SIGNATURE + FRAME + 13;

test('an image that is cut off is refused for what is missing', async () => {
  const bytes = await imageFile(64, 64, 'png');
  for (const [length, reason] of [
    [SIGNATURE, 'ends before its end'],
    [SIGNATURE + 3, 'ends before its end'],
    [SIGNATURE + FRAME - 1, 'ends before its end'],
    [SIGNATURE + FRAME, 'chunk IHDR is cut off'],
    [HEAD - 1, 'chunk IHDR is cut off'],
    [HEAD, 'ends before its end'],
    [bytes.length - FRAME, 'ends before its end'],
    [bytes.length - 1, 'ends before its end'],
  ] as const) {
    const marked = (): Buffer => markPng(bytes.subarray(0, length), PACKET);
    expect(marked).toThrow(UnusableImageError);
    expect(marked).toThrow(`PNG: ${reason}`);
  }
});

test('what follows the end of an image is left out', async () => {
  const bytes = await imageFile(64, 64, 'png');
  const longer = Buffer.concat([bytes, Buffer.from('and more')]);
  expect(markPng(longer, PACKET).equals(markPng(bytes, PACKET))).toBe(true);
});

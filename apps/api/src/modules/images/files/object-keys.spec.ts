import { expect, test } from '@jest/globals';
import { objectKey, parseObjectKey, thumbnailHeight, thumbnailKey, thumbnailWidths } from './object-keys.js';

const imageId = '0190a2f4-0000-7000-8000-000000000001';
const key = objectKey({
  imageId,
  createdAt: new Date('2025-01-31T23:59:59.999Z'),
  attempt: 2,
  random: 'abcdef0123456789',
  format: 'jpeg',
});

test('a key carries the UTC month, the image, the attempt and the extension', () => {
  expect(key).toBe(`pictures/2025/01/${imageId}/2-abcdef0123456789.jpg`);
});

test('keys of images and of thumbnails are told apart', () => {
  expect(parseObjectKey(key)).toEqual({ imageId, format: 'jpeg', thumbnailWidth: null });
  expect(thumbnailKey(key, 320)).toBe(`pictures/2025/01/${imageId}/2-abcdef0123456789.w320.webp`);
  expect(parseObjectKey(thumbnailKey(key, 320))).toEqual({ imageId, format: 'webp', thumbnailWidth: 320 });
});

test.each([
  '',
  '../etc/passwd',
  `pictures/2025/01/${imageId}/../2-abcdef0123456789.jpg`,
  `pictures/2025/01/${imageId}/2-abcdef0123456789.gif`,
  `pictures/2025/01/${imageId}/2-abcdef0123456789.w320.jpg`,
  `pictures/2025/01/${imageId}/2-abcdef0123456789.jpg\n`,
  `/pictures/2025/01/${imageId}/2-abcdef0123456789.jpg`,
  `pictures/2025/01/${imageId.toUpperCase()}/2-abcdef0123456789.jpg`,
])('%j is no key', (other) => {
  expect(parseObjectKey(other)).toBeNull();
});

test('an image gets the thumbnails that are smaller than itself, in its own ratio', () => {
  expect(thumbnailWidths(1024)).toEqual([320, 640]);
  expect(thumbnailWidths(1344)).toEqual([320, 640, 1024]);
  expect(thumbnailWidths(640)).toEqual([320]);
  expect(thumbnailHeight({ width: 1344, height: 768 }, 320)).toBe(183);
});

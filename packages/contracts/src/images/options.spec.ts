import { describe, expect, test } from '@jest/globals';
import { SIZE_PIXELS, SIZES, STYLE_GROUP_IDS, STYLE_GROUPS, STYLES } from './options.js';

describe('style groups', () => {
  test('are the four filters of the gallery', () => {
    expect(STYLE_GROUP_IDS).toEqual(['realistic', 'anime', 'artistic', 'cartoon']);
  });

  test('contain each of the sixteen styles exactly once', () => {
    expect(STYLES).toHaveLength(16);
    expect(Object.values(STYLE_GROUPS).flat().sort()).toEqual([...STYLES].sort());
  });
});

describe('sizes', () => {
  test.each(SIZES)('%s has its ratio, about a megapixel and sides that image models take', (size) => {
    const { width, height } = SIZE_PIXELS[size];
    const [across = 0, down = 0] = size.split(':').map(Number);
    expect(Math.abs(width / height / (across / down) - 1)).toBeLessThan(0.04);
    expect([width % 64, height % 64]).toEqual([0, 0]);
    expect(Math.abs((width * height) / 2 ** 20 - 1)).toBeLessThan(0.1);
  });
});

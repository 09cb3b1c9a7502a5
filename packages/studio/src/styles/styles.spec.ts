import { afterAll, describe, expect, it } from '@jest/globals';
import { STYLES, type Style } from '@app/contracts';
import { closeChildren, paintRaster, type Raster } from '../testing/images.js';

const PROMPTS = ['fox by a mountain lake at sunset', 'city at night'];

const lightAt = (data: Uint8Array, at: number) =>
  (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;
const light = (image: Raster, x: number, y: number) => lightAt(image.data, (y * image.width + x) * 3);

/** What the eye tells styles apart by, each about 0..1: edges, colours, equal neighbours, mean light, chroma, border. */
function features(image: Raster): number[] {
  const { width, height, data } = image;
  let edges = 0;
  let equal = 0;
  let sum = 0;
  let chroma = 0;
  let border = 0;
  let bordered = 0;
  const colours = new Set<number>();
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const at = (y * width + x) * 3;
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      const here = lightAt(data, at);
      const step = Math.abs(here - lightAt(data, at + 3)) + Math.abs(here - lightAt(data, at + width * 3));
      if (step > 24) edges++;
      if (step < 1) equal++;
      sum += here;
      chroma += Math.max(r, g, b) - Math.min(r, g, b);
      colours.add(((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3));
      if (x < 3 || y < 3 || y > height - 5) {
        border += here;
        bordered++;
      }
    }
  }
  const n = (width - 1) * (height - 1);
  return [
    (edges / n) * 2.5,
    Math.min(1, colours.size / 1500),
    equal / n,
    sum / n / 255,
    chroma / n / 160,
    border / bordered / 255,
  ];
}

afterAll(closeChildren);

describe('styles', () => {
  it('differ pairwise over two prompts', async () => {
    const painted = await Promise.all(
      STYLES.map(async (style): Promise<[Style, number[][]]> => {
        const images = PROMPTS.map((prompt) => paintRaster(prompt, style, { width: 96, height: 64 }));
        return [style, (await Promise.all(images)).map(features)];
      }),
    );
    const seen = new Map(painted);
    const close: string[] = [];
    for (const [i, a] of STYLES.entries()) {
      for (const b of STYLES.slice(i + 1)) {
        const distances = PROMPTS.map((_, k) =>
          Math.hypot(...(seen.get(a)?.[k] ?? []).map((v, m) => v - (seen.get(b)?.[k]?.[m] ?? 0))),
        );
        const mean = distances.reduce((total, d) => total + d, 0) / distances.length;
        if (mean < 0.08) close.push(`${a} ~ ${b}: ${mean.toFixed(3)}`);
      }
    }
    expect(close).toEqual([]);
  });

  it.each(['cinematic', 'analog-film'] as const)('%s paints up to the edges of a wide frame', async (style) => {
    const image = await paintRaster('meadow, clear sky at noon', style, { width: 210, height: 90 });
    const row = (y: number) => {
      let sum = 0;
      for (let x = 0; x < image.width; x++) sum += light(image, x, y);
      return sum / image.width;
    };
    // A bar or a frame ends with a jump.
    const steps = Array.from({ length: 12 }, (_, y) => Math.abs(row(y) - row(y + 1)));
    expect(Math.max(...steps)).toBeLessThan(20);
  });

  it('cinematic tints the shade, but not what is red in it', async () => {
    const image = await paintRaster('a red umbrella at dusk', 'cinematic', { width: 320, height: 240, seed: 3 });
    let red = 0;
    for (let at = 0; at < image.data.length; at += 3) {
      const [r = 0, g = 0, b = 0] = image.data.subarray(at, at + 3);
      if (r > 1.6 * g && r > 1.4 * b) red += 1;
    }
    expect(red / (image.width * image.height)).toBeGreaterThan(0.005);
  });

  it('pixel-art is made of cells of one colour, at most 24 colours', async () => {
    const image = await paintRaster('fox in a forest', 'pixel-art', { width: 320, height: 240 });
    const cell = Math.round((6 * Math.sqrt(320 * 240)) / 1024);
    const colours = new Set<string>();
    for (let y = 0; y < image.height - cell; y += cell) {
      for (let x = 0; x < image.width - cell; x += cell) {
        const at = (y * image.width + x) * 3;
        const first = image.data.subarray(at, at + 3).join();
        const last = ((y + cell - 1) * image.width + x + cell - 1) * 3;
        expect(image.data.subarray(last, last + 3).join()).toBe(first);
        colours.add(first);
      }
    }
    expect(colours.size).toBeLessThanOrEqual(24);
  });

  it.each(['cat and flowers', '湖', 'castle night'])('tile-texture of "%s" fits at opposite edges', async (prompt) => {
    const image = await paintRaster(prompt, 'tile-texture', { width: 320, height: 256 });
    const column = (x: number, z: number) => {
      let sum = 0;
      for (let y = 0; y < image.height; y++) sum += Math.abs(light(image, x, y) - light(image, z, y));
      return sum / image.height;
    };
    const row = (y: number, z: number) => {
      let sum = 0;
      for (let x = 0; x < image.width; x++) sum += Math.abs(light(image, x, y) - light(image, x, z));
      return sum / image.width;
    };
    const inner = (length: number, step: (a: number, b: number) => number) =>
      Math.max(...Array.from({ length: length - 1 }, (_, i) => step(i, i + 1)));
    expect(column(image.width - 1, 0)).toBeLessThanOrEqual(inner(image.width, column));
    expect(row(image.height - 1, 0)).toBeLessThanOrEqual(inner(image.height, row));
    // The seam is no worse than the neighbours beside it: a cut motif would jump.
    expect(column(image.width - 1, 0)).toBeLessThan(
      2 * Math.max(column(0, 1), column(image.width - 2, image.width - 1), 0.6),
    );
    expect(row(image.height - 1, 0)).toBeLessThan(
      2 * Math.max(row(0, 1), row(image.height - 2, image.height - 1), 0.6),
    );
  });
});

import { afterAll, describe, expect, it } from '@jest/globals';
import { OUTPUT_FORMATS, STYLES } from '@app/contracts';
import sharp from 'sharp';
import { paint } from './paint.js';
import { changedShare, children, closeChildren, paintRaster, request, type Raster } from './testing/images.js';
import { STAGES, type PaintProgress } from './types.js';
import type { Row } from './words/facts.js';
import { VOCABULARY } from './words/vocabulary.js';

/** A prompt in which a word of the row can show what it does. */
function stage(row: Row): string {
  const has = (text: string) => row.sets.some((fact) => fact.startsWith(text));
  return [
    has('count:') ? 'sheep' : '',
    has('water:') ? 'meadow' : has('ground:meadow') ? 'lake' : 'meadow lake',
    has('backdrop:hills') ? 'mountains' : 'hills',
    has('time:noon') ? 'sunset' : has('time:') ? 'noon' : 'dusk',
    has('weather:clear') ? 'clouds' : 'clear',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Images without the word are shared by many tests. */
const bases = new Map<string, Promise<Raster>>();
const baseOf = (prompt: string) => {
  const known = bases.get(prompt) ?? paintRaster(prompt);
  bases.set(prompt, known);
  return known;
};

afterAll(closeChildren);

describe('words of a prompt', () => {
  const rows = VOCABULARY.map((row) => ({ word: row.en[0] ?? row.zh[0] ?? '', zh: row.zh[0] ?? '', row }));
  const kinds = rows.map(({ row }) => row.sets[0]?.split(':')[0]);
  // One of a kind (a weather, a subject); `npm run proof` tries every word.
  const sample = process.env['PROOF_ALL_WORDS'] ? rows : rows.filter((_, i) => kinds.indexOf(kinds[i]) === i);

  it('changes more than 2 % of the pixels with each word', async () => {
    const shares = await Promise.all(
      sample.map(async ({ word, row }) => {
        const base = stage(row);
        const prompt = base.startsWith('sheep') ? `${word} ${base}` : `${base}, ${word}`;
        return { word, share: changedShare(await baseOf(base), await paintRaster(prompt)) };
      }),
    );
    expect(shares.filter(({ share }) => share <= 0.02)).toEqual([]);
  });

  it('reads a Chinese word as its English one', async () => {
    const some = rows.filter((_, i) => i % 60 === 0);
    const shares = await Promise.all(
      some.map(async ({ word, zh }) =>
        changedShare(await paintRaster(`noon, ${word}`), await paintRaster(`noon, ${zh}`)),
      ),
    );
    expect(shares).toEqual(some.map(() => 0));
  });

  it('colours the subject that a colour belongs to, not the scene', async () => {
    const [plain, red] = [
      await paintRaster('an umbrella in a meadow'),
      await paintRaster('a red umbrella in a meadow'),
    ];
    const blue = await paintRaster('a blue umbrella in a meadow');
    expect(changedShare(plain, red)).toBeLessThan(0.12);
    expect(changedShare(red, blue)).toBeGreaterThan(0.02);
    expect(changedShare(red, blue)).toBeLessThan(0.12);
  });

  it('removes by the negative prompt what a default brings', async () => {
    const withClouds = await paintRaster('lake noon clouds');
    const without = await paintRaster('lake noon clouds', 'enhance', { negativePrompt: 'clouds' });
    expect(changedShare(withClouds, without)).toBeGreaterThan(0.02);
    expect(changedShare(without, await paintRaster('lake noon, no clouds'))).toBe(0);
  });
});

describe('painting', () => {
  it('gives the same pixels for the same request and others for another seed, in every style', async () => {
    const frame = { width: 154, height: 64 };
    const shares = await Promise.all(
      STYLES.map(async (style) => {
        const [first, again, other] = await Promise.all(
          [11, 11, 12].map((seed) => paintRaster('a whale in the sea at dusk', style, { ...frame, seed })),
        );
        expect(first).toMatchObject(frame);
        return { style, same: changedShare(first!, again!), other: changedShare(first!, other!) };
      }),
    );
    expect(shares.filter(({ same, other }) => same > 0 || other <= 0.05)).toEqual([]);
  });

  it('gives another process the same bytes and words', async () => {
    const dragon = request('雨中的城市，夜晚 and a dragon', 'fantasy-art', { width: 60, height: 40 });
    const [here, there] = [await paint(dragon), await children().paint(dragon)];
    expect(there.bytes.equals(here.bytes)).toBe(true);
    expect(there.understood.map((word) => word.text)).toEqual(['雨', '城市', '夜晚', 'dragon']);
  });

  it('paints a coherent scene from unknown words, another for other words', async () => {
    const one = await paintRaster('quxx frobnicate');
    expect(changedShare(one, await paintRaster('zzyzx plugh'))).toBeGreaterThan(0.2);
  });

  it.each([...OUTPUT_FORMATS])('writes %s of the requested size without metadata', async (format) => {
    const painting = await paint(request('湖', 'enhance', { format, width: 42, height: 18 }));
    const meta = await sharp(painting.bytes).metadata();
    expect(meta).toMatchObject({ format, width: 42, height: 18 });
    expect([meta.exif, meta.xmp, meta.iptc]).toEqual([undefined, undefined, undefined]);
    expect(painting).toMatchObject({ format, width: 42, height: 18 });
  });

  it('paints a tiny, tall, odd frame in every style', async () => {
    const frame = { width: 17, height: 41 };
    const images = await Promise.all(STYLES.map((style) => paintRaster('castle by the sea, rain', style, frame)));
    for (const image of images) expect(image).toMatchObject(frame);
  });

  it.each([
    ['a size below 16', { width: 8 }],
    ['a broken size', { height: 99.5 }],
    ['a negative seed', { seed: -1 }],
    ['a seed above the range', { seed: 4294967295 }],
  ])('refuses %s', async (_name, change) => {
    await expect(paint(request('lake', 'enhance', change))).rejects.toThrow(RangeError);
  });

  it('reports each stage once, in order, with thumbnails', async () => {
    const heard: PaintProgress[] = [];
    await paint(request('fox in a forest', 'anime', { width: 128, height: 64 }), (progress) => heard.push(progress));
    expect(heard.map((progress) => progress.stage)).toEqual([...STAGES]);
    expect(heard.at(-1)?.fraction).toBe(1);
    const previews = heard.flatMap((progress) => progress.preview ?? []);
    expect(previews.length).toBe(STAGES.length - 1);
    for (const preview of previews)
      expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 64, height: 32 });
    expect(previews[0]?.equals(previews[1] ?? Buffer.alloc(0))).toBe(false);
  });
});

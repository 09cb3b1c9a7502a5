import { OUTPUT_FORMATS, SIZE_PIXELS, STYLES } from '@app/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type {
  EngineProgress,
  GeneratedImage,
  ImageEngine,
  ImageRequest,
} from '../../src/modules/images/engines/image-engine.port.js';
import { drawn } from '../support/timing/drawn.js';
import { EngineError } from '../../src/modules/images/engines/image-engine.port.js';

const STYLES_A_DAY = 3;

const request = (more: Partial<ImageRequest> = {}): ImageRequest => ({
  requestId: 'contract:1',
  prompt: 'a lake at dusk, 山上有雪',
  negativePrompt: '',
  model: 'sd3.5-medium',
  style: 'photographic',
  size: '1:1',
  // Small where an engine can: what is tested is not how long pixels take.
  width: 128,
  height: 128,
  quality: 'standard',
  seed: 42,
  format: 'png',
  ...more,
});

/**
 * What every engine must do. `make` gives one that answers (an account that pays, a server that runs). By `shrink` sides are
 * divided for an engine that paints any.
 */
export function imageEngineContract(name: string, make: () => Promise<ImageEngine>, shrink = 1): void {
  describe(`image engine: ${name}`, () => {
    let engine: ImageEngine;
    beforeAll(async () => {
      engine = await make();
    });
    afterAll(async () => {
      await engine.close();
    });
    const generate = (
      more: Partial<ImageRequest> = {},
      onProgress: (p: EngineProgress) => void = () => undefined,
    ): Promise<GeneratedImage> => engine.generate(request(more), { signal: new AbortController().signal, onProgress });

    test.each(OUTPUT_FORMATS.map((format) => [format]))(
      'answers a %s, or a format that it says it makes',
      async (format) => {
        const image = await generate({ format });
        expect(image.format).toBe(
          engine.capabilities.formats.includes(format) ? format : engine.capabilities.formats[0],
        );
        expect(await sharp(image.bytes).metadata()).toMatchObject({
          format: image.format,
          width: image.width,
          height: image.height,
        });
      },
    );

    test.each(['16:9', '9:21'] as const)('paints %s in its pixels', async (size) => {
      const [width, height] = [SIZE_PIXELS[size].width / shrink, SIZE_PIXELS[size].height / shrink];
      const image = await generate({ size, width, height, format: 'jpeg' });
      expect(await sharp(image.bytes).metadata()).toMatchObject({ width, height });
    });

    test('repeats itself for the same seed, and says which it was', async () => {
      const [first, again, other] = await Promise.all([generate(), generate(), generate({ seed: 43 })]);
      expect([first.seed, other.seed]).toEqual([42, 43]);
      const pixels = await Promise.all([first, again, other].map(({ bytes }) => sharp(bytes).raw().toBuffer()));
      expect(pixels[0]?.equals(pixels[1]!)).toBe(true);
      expect(pixels[0]?.equals(pixels[2]!)).toBe(false);
    });

    test('knows every style', async () => {
      const styles = drawn(STYLES, Math.floor(STYLES.length / STYLES_A_DAY));
      const images = await Promise.all(
        styles.map((style) => generate({ style, format: 'webp', width: 64, height: 64 })),
      );
      const different = new Set(images.map(({ bytes }) => bytes.toString('base64')));
      expect(different.size).toBe(styles.length);
    });

    test('tells of its progress what it says it tells', async () => {
      const heard: EngineProgress[] = [];
      await generate({}, (progress) => heard.push(progress));
      expect(heard.length > 0).toBe(engine.capabilities.tellsProgress);
      for (const { fraction, preview } of heard) {
        expect(fraction ?? 0).toBeGreaterThanOrEqual(0);
        expect(fraction ?? 0).toBeLessThanOrEqual(1);
        if (preview) expect(`image/${(await sharp(preview.bytes).metadata()).format}`).toBe(preview.contentType);
      }
    });

    test('names what it understood by places in the prompt', async () => {
      const { understood } = await generate();
      const length = [...request().prompt].length;
      for (const { start, end } of understood) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(length);
      }
    });

    test('stops when it is told to, and paints again afterwards', async () => {
      const stop = new AbortController();
      const stopped = engine.generate(request(), {
        signal: stop.signal,
        onProgress: () => stop.abort(new Error('enough')),
      });
      if (!engine.capabilities.tellsProgress) stop.abort(new Error('enough'));
      await expect(stopped).rejects.toBeInstanceOf(Error);
      await expect(generate()).resolves.toMatchObject({ seed: 42 });
    });

    test('refuses an image without sides by an EngineError', async () => {
      await expect(generate({ width: 0, height: 0 })).rejects.toBeInstanceOf(EngineError);
    });
  });
}

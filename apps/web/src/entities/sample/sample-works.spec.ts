import {
  NEGATIVE_PROMPT_MAX,
  PROMPT_MAX,
  SEED_MAX,
  SIZE_PIXELS,
  SIZES,
  STYLES,
  codePointLength,
  type Locale,
} from '@app/contracts';
import { understand } from '@app/studio/words';
import { describe, expect, test } from '@jest/globals';
import { EXPLORE_WORKS } from './explore-works';
import { GUIDE_PAIRS, type PairedWork } from './guide-pairs';
import { paintedImage, sampleImage } from './sample-works';

const PAIRED = GUIDE_PAIRS.flatMap(({ before, after }) => [before, after]);

describe.each<PairedWork>([...EXPLORE_WORKS, ...PAIRED])('the painted work "$prompt.en" in $style', (work) => {
  const { prompt, negative } = work;
  test('can be asked for', () => {
    expect(STYLES).toContain(work.style);
    expect(SIZES).toContain(work.size);
    expect(work.seed).toBeLessThanOrEqual(SEED_MAX);
    for (const text of [prompt.en, prompt.zh]) {
      expect(codePointLength(text)).toBeGreaterThan(0);
      expect(codePointLength(text)).toBeLessThanOrEqual(PROMPT_MAX);
    }
    expect(codePointLength(negative?.en ?? '')).toBeLessThanOrEqual(NEGATIVE_PROMPT_MAX);
  });

  test('means the same to the engine in both languages', () => {
    const meaning = (locale: Locale) => {
      const { facts, coats, parts } = understand(prompt[locale], '');
      return { facts: [...facts].sort(), coats: [...coats], parts: [...parts] };
    };
    expect(meaning('zh')).toEqual(meaning('en'));
  });
});

test('each has an id of its own, since files are named after it', () => {
  expect(new Set(EXPLORE_WORKS.map(({ id }) => id)).size).toBe(EXPLORE_WORKS.length);
  expect(new Set(GUIDE_PAIRS.map(({ id }) => id)).size).toBe(GUIDE_PAIRS.length);
});

test('a pair of the guide differs in one setting alone', () => {
  const changes = GUIDE_PAIRS.map(({ id, before, after }) => {
    const settings = ['prompt', 'negative', 'style', 'size', 'seed'] as const;
    return [id, settings.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))];
  });
  expect(changes).toEqual([
    ['words', ['prompt']],
    ['leave-out', ['negative']],
    ['style', ['style']],
    ['size', ['size']],
    ['seed', ['seed']],
  ]);
});

test('the image of a painted work has its files, by width, and its real size', () => {
  expect(paintedImage('works/fox', '16:9')).toEqual({
    url: '/samples/works/fox.webp',
    thumbnails: [
      { width: 320, url: '/samples/works/fox.w320.webp' },
      { width: 640, url: '/samples/works/fox.w640.webp' },
    ],
    thumbhash: null,
    ...SIZE_PIXELS['16:9'],
  });
  expect(sampleImage({ id: 'fox', size: '1:1', style: 'anime', seed: 1, prompt: { en: 'A fox', zh: '狐' } }).url).toBe(
    '/samples/works/fox.webp',
  );
});

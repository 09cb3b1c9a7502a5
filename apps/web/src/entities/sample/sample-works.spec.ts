import { NEGATIVE_PROMPT_MAX, PROMPT_MAX, SEED_MAX, SIZE_PIXELS, SIZES, STYLES, codePointLength } from '@app/contracts';
import { understand } from '@app/studio/words';
import { describe, expect, test } from '@jest/globals';
import en from '../../locales/en/generate.json';
import zh from '../../locales/zh/generate.json';
import { expandTemplate } from '../../features/batch/input/template';
import enBatch from '../../locales/en/batch.json';
import zhBatch from '../../locales/zh/batch.json';
import { BATCH_WORKS } from './batch-works';
import { EXPLORE_WORKS } from './explore-works';
import { GUIDE_PAIRS, type PairedWork } from './guide-pairs';
import { paintedImage, sampleImage } from './sample-works';

const meaning = (text: string) => {
  const { facts, coats, parts } = understand(text, '');
  return { facts: [...facts].sort(), coats: [...coats], parts: [...parts] };
};

const PAIRED = GUIDE_PAIRS.flatMap(({ before, after }) => [before, after]);

describe.each<PairedWork>([...EXPLORE_WORKS, ...BATCH_WORKS, ...PAIRED])(
  'the painted work "$prompt.en" in $style',
  (work) => {
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
      expect(meaning(prompt.zh)).toEqual(meaning(prompt.en));
    });
  },
);

test.each(Object.keys(en.examples) as (keyof typeof en.examples)[])(
  'example %s of the prompt field is known to the engine, and means the same in both languages',
  (number) => {
    const { facts } = meaning(en.examples[number]);
    expect(facts.some((fact) => fact.startsWith('subject:'))).toBe(true);
    expect(facts.length).toBeGreaterThan(3);
    expect(meaning(zh.examples[number])).toEqual(meaning(en.examples[number]));
  },
);

test('each has an id of its own, since files are named after it', () => {
  const works = [...EXPLORE_WORKS, ...BATCH_WORKS];
  expect(new Set(works.map(({ id }) => id)).size).toBe(works.length);
  expect(new Set(GUIDE_PAIRS.map(({ id }) => id)).size).toBe(GUIDE_PAIRS.length);
});

test.each([
  ['en', enBatch.example],
  ['zh', zhBatch.example],
] as const)('the works of the batch page are all that its example stands for, in %s', (locale, example) => {
  expect(BATCH_WORKS.map(({ prompt }) => prompt[locale])).toEqual(expandTemplate(example, 10));
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

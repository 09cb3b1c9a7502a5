import { NEGATIVE_PROMPT_MAX, PROMPT_MAX, SEED_MAX, SIZES, STYLES, codePointLength, type Locale } from '@app/contracts';
import { understand } from '@app/studio/words';
import { describe, expect, test } from '@jest/globals';
import { EXPLORE_WORKS } from './explore-works';
import { GUIDE_PAIRS, type PairedWork } from './guide-pairs';

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

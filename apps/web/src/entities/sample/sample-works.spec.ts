import { PROMPT_MAX, SEED_MAX, SIZES, STYLES, codePointLength } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { SAMPLE_WORKS } from './sample-works';

test.each(SAMPLE_WORKS)('the sample work $id is something that people could have asked for', (work) => {
  expect(STYLES).toContain(work.style);
  expect(SIZES).toContain(work.size);
  expect(work.seed).toBeLessThanOrEqual(SEED_MAX);
  for (const prompt of [work.prompt.en, work.prompt.zh]) {
    expect(codePointLength(prompt)).toBeGreaterThan(0);
    expect(codePointLength(prompt)).toBeLessThanOrEqual(PROMPT_MAX);
  }
});

test('each has an id of its own, since files are named after it', () => {
  expect(new Set(SAMPLE_WORKS.map(({ id }) => id)).size).toBe(SAMPLE_WORKS.length);
});

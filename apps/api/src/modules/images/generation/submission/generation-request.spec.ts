import { MODELS, QUALITIES, priceUnits, SEED_MAX } from '@app/contracts';
import { expect, test } from '@jest/globals';
import {
  normaliseRequest,
  imageSeeds,
  randomSeed,
  requestHash,
  situationOf,
  type RequestedGeneration,
} from './generation-request.js';

const asked: RequestedGeneration = {
  prompt: 'a cat',
  negative_prompt: 'blur',
  model: 'sd3.5-medium',
  style: 'enhance',
  size: '1:1',
  quality: 'standard',
  output_format: 'png',
  seed: 7,
  count: 2,
};
const hash = (changes: Partial<RequestedGeneration> = {}): string =>
  requestHash(normaliseRequest({ ...asked, ...changes })).toString('hex');

test('texts are stored clean, and an empty negative prompt is none', () => {
  const request = normaliseRequest({ ...asked, prompt: ' a\u0000 cat\u202e ', negative_prompt: ' \u0007 ' });
  expect(request).toMatchObject({ prompt: 'a cat', negativePrompt: null });
  expect(normaliseRequest({ ...asked, seed: undefined, negative_prompt: undefined })).toMatchObject({
    seed: null,
    negativePrompt: null,
  });
});

test.each(MODELS.flatMap((model) => QUALITIES.map((quality) => [model, quality] as const)))(
  'an image of %s in %s costs what the price list says',
  (model, quality) => {
    expect(normaliseRequest({ ...asked, model, quality }).unitPrice).toBe(priceUnits(model, quality));
  },
);

test('requests that ask for the same have the same hash', () => {
  expect(hash({ prompt: '  a cat ' })).toBe(hash());
  expect(hash({ negative_prompt: '' })).toBe(hash({ negative_prompt: null }));
  expect(hash({ seed: null })).toBe(hash({ seed: undefined }));
  expect(hash({ parent_id: null })).toBe(hash());
});

test.each<[string, Partial<RequestedGeneration>]>([
  ['prompt', { prompt: 'a dog' }],
  ['negative prompt', { negative_prompt: null }],
  ['model', { model: 'sd3.5-large' }],
  ['style', { style: 'anime' }],
  ['size', { size: '16:9' }],
  ['quality of a model that has them', { model: 'dall-e-3', quality: 'hd' }],
  ['format', { output_format: 'webp' }],
  ['seed', { seed: 8 }],
  ['chance instead of a seed', { seed: null }],
  ['count', { count: 3 }],
  ['parent', { parent_id: '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1' }],
  ['text moved to the next field', { prompt: 'a catblur', negative_prompt: null }],
])('another %s has another hash', (_, changes) => {
  expect(hash(changes)).not.toBe(hash());
});

test('lengths are those of the typed text, blankness that of the stored one', () => {
  const typed = { ...asked, prompt: ` ${'x'.repeat(500)}`, negative_prompt: '一'.repeat(201) };
  expect(situationOf(typed, normaliseRequest(typed))).toMatchObject({
    prompt: typed.prompt,
    negativePrompt: typed.negative_prompt,
    totalUnits: 70,
  });
  // A half of a surrogate pair is no blank, but nothing of it can be stored.
  const broken = { ...asked, prompt: '\ud800' };
  expect(situationOf(broken, normaliseRequest(broken)).prompt).toBe('');
});

test('seeds follow one another and begin again after the last', () => {
  expect(imageSeeds(5, 3)).toEqual([5, 6, 7]);
  expect(imageSeeds(SEED_MAX - 1, 4)).toEqual([SEED_MAX - 1, SEED_MAX, 0, 1]);
  expect(() => imageSeeds(0, 9)).toThrow('at most 8');
});

test('a quality belongs to the DALL-E models: with any other model it is the standard one', () => {
  expect(normaliseRequest({ ...asked, quality: 'hd' }).quality).toBe('standard');
  expect(hash({ quality: 'hd' })).toBe(hash());
  expect(normaliseRequest({ ...asked, model: 'dall-e-3', quality: 'hd' }).quality).toBe('hd');
});

test('random seeds are whole numbers within the bounds, and differ', () => {
  const seeds = Array.from({ length: 200 }, randomSeed);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed <= SEED_MAX)).toBe(true);
  expect(new Set(seeds).size).toBeGreaterThan(190);
  expect(Math.max(...seeds)).toBeGreaterThan(2 ** 31);
});

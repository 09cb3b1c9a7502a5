import { DEFAULT_MODEL, DEFAULT_SIZE, DEFAULT_STYLE } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { EMPTY_DRAFT, draftFrom, requestOf, searchWith, sharedFromSearch, totalUnits } from './settings';

const SHARED = { model: DEFAULT_MODEL, style: DEFAULT_STYLE, size: DEFAULT_SIZE } as const;

describe('settings in the address', () => {
  test('an address without settings stands for the defaults', () => {
    expect(sharedFromSearch(new URLSearchParams())).toEqual(SHARED);
  });

  test('an announced model can be named, an unknown value falls back', () => {
    const search = new URLSearchParams('model=dall-e-3&style=oil&size=9:21');
    expect(sharedFromSearch(search)).toEqual({ model: 'dall-e-3', style: DEFAULT_STYLE, size: '9:21' });
  });

  test('a default is left out, other parameters stay', () => {
    const search = new URLSearchParams('style=anime&utm=x');
    expect(searchWith(search, { style: DEFAULT_STYLE, size: '16:9' }).toString()).toBe('utm=x&size=16%3A9');
  });
});

describe('the draft of the tab', () => {
  test.each([
    null,
    'text',
    7,
    [],
    { prompt: 5, count: -1, seed: 'abc', outputFormat: 'gif', quality: 'ultra', parentId: 'x' },
  ])('whatever was stored (%j) becomes a draft that can be used', (stored) => {
    expect(draftFrom(stored)).toEqual(EMPTY_DRAFT);
  });

  test('a good one comes back as it was', () => {
    const draft = {
      prompt: '一只猫',
      negativePrompt: '云',
      quality: 'hd',
      outputFormat: 'webp',
      count: 4,
      seed: '42',
      parentId: '7a1f0c1e-0000-4000-8000-00000000000a',
    } as const;
    expect(draftFrom(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });
});

describe('the request', () => {
  const settings = { ...EMPTY_DRAFT, ...SHARED, prompt: 'fox' };

  test('an empty negative prompt and an empty seed are not sent', () => {
    const body = requestOf({ ...settings, negativePrompt: '  ' });
    expect(body).not.toHaveProperty('negative_prompt');
    expect(body).not.toHaveProperty('seed');
    expect(body).not.toHaveProperty('parent_id');
  });

  test('what is set is sent', () => {
    expect(requestOf({ ...settings, negativePrompt: 'clouds', seed: '0', count: 2 })).toMatchObject({
      negative_prompt: 'clouds',
      seed: 0,
      count: 2,
    });
  });

  test('a negative prompt that the model takes no notice of stays here', () => {
    const body = requestOf({ ...settings, negativePrompt: 'clouds' }, { ignoresNegativePrompt: true });
    expect(body).not.toHaveProperty('negative_prompt');
  });

  test('the quality of a DALL-E model is not sent with another model', () => {
    expect(requestOf({ ...settings, model: 'dall-e-3', quality: 'hd' }).quality).toBe('hd');
    expect(requestOf({ ...settings, model: 'sd3.5-large', quality: 'hd' }).quality).toBe('standard');
  });

  test('its price is the price of all its images', () => {
    expect(totalUnits({ model: 'sd3.5-large', quality: 'standard', count: 4 })).toBe(260);
    expect(totalUnits({ model: 'dall-e-3', quality: 'hd', count: 1 })).toBe(30);
  });
});

import { describe, expect, test } from '@jest/globals';
import { reasonsAgainst, type GenerateSituation, type Refusal } from './generate-refusals.js';

const fine: GenerateSituation = {
  prompt: 'a fox',
  negativePrompt: '',
  model: 'sd3.5-medium',
  count: 1,
  signedIn: true,
  maxCount: 1,
  inFlight: 0,
  inFlightLimit: 4,
  availableUnits: 35,
  totalUnits: 35,
};

test('returns no reason for a valid request', () => {
  expect(reasonsAgainst(fine)).toEqual([]);
});

const ALONE: [Refusal, Partial<GenerateSituation>][] = [
  ['PROMPT_REQUIRED', { prompt: ' \u3000\u200b' }],
  ['PROMPT_TOO_LONG', { prompt: '狐'.repeat(501) }],
  ['NEGATIVE_PROMPT_TOO_LONG', { negativePrompt: '🦊'.repeat(201) }],
  ['MODEL_NOT_SUPPORTED', { model: 'dall-e-3' }],
  ['MODEL_NOT_SUPPORTED', { model: 'stable-diffusion-xl' }],
  ['UNAUTHENTICATED', { signedIn: false }],
  ['PLAN_LIMIT', { count: 2 }],
  ['TOO_MANY_IN_FLIGHT', { inFlight: 4 }],
  ['INSUFFICIENT_CREDITS', { availableUnits: 34 }],
  ['INSUFFICIENT_CREDITS', { availableUnits: 0, totalUnits: 25 }],
];

test.each(ALONE)('%s alone for %j', (reason, change) => {
  expect(reasonsAgainst({ ...fine, ...change })).toEqual([reason]);
});

describe('limits', () => {
  test('accept 500 and 200 code points', () => {
    expect(reasonsAgainst({ ...fine, prompt: '🦊'.repeat(500), negativePrompt: '𠮷'.repeat(200) })).toEqual([]);
  });

  test('ignores unknown values', () => {
    const { maxCount: _max, inFlight: _in, inFlightLimit: _limit, availableUnits: _units, ...known } = fine;
    expect(reasonsAgainst({ ...known, count: 8 })).toEqual([]);
  });
});

test('returns all reasons in order of importance', () => {
  const everything = {
    ...fine,
    negativePrompt: 'x'.repeat(201),
    model: 'dall-e-2',
    signedIn: false,
    count: 5,
    inFlight: 9,
    availableUnits: 0,
  };
  const rest = [
    'NEGATIVE_PROMPT_TOO_LONG',
    'MODEL_NOT_SUPPORTED',
    'UNAUTHENTICATED',
    'PLAN_LIMIT',
    'TOO_MANY_IN_FLIGHT',
    'INSUFFICIENT_CREDITS',
  ];
  expect(reasonsAgainst({ ...everything, prompt: '' })).toEqual(['PROMPT_REQUIRED', ...rest]);
  expect(reasonsAgainst({ ...everything, prompt: 'x'.repeat(501) })).toEqual(['PROMPT_TOO_LONG', ...rest]);
});

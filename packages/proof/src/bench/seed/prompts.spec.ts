import { expect, test } from '@jest/globals';
import { makePrompt, SEARCH_CASES } from './prompts.js';
import { SeededRandom } from '../../random.js';

const prompts = (seed: number, count: number): string[] => {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => makePrompt(() => random.next()));
};

test('makes the same prompts for the same seed', () => {
  expect(prompts(1, 50)).toEqual(prompts(1, 50));
  expect(prompts(1, 50)).not.toEqual(prompts(2, 50));
});

test('contains searches from frequent words to unused words', () => {
  const made = prompts(3, 20_000);
  const share = Object.fromEntries(
    SEARCH_CASES.map(({ q, finds }) => [q, made.filter((prompt) => finds(prompt)).length / made.length]),
  );
  expect(share['light']).toBeGreaterThan(0.25);
  expect(share['老']).toBeGreaterThan(0.05);
  expect(share['quokka']).toBeGreaterThan(0);
  expect(share['quokka']).toBeLessThan(0.001);
  expect(share['zebra']).toBe(0);
});

test('a word is found as a word only, a Chinese part anywhere', () => {
  const finds = (q: string, prompt: string) => SEARCH_CASES.find((one) => one.q === q)?.finds(prompt);
  expect(finds('red fox', 'the red owl and a fox')).toBe(true);
  expect(finds('red fox', 'a reddish fox')).toBe(false);
  expect(finds('山水', '青绿山水，留白')).toBe(true);
});

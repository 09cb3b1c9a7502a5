import { expect, test } from '@jest/globals';
import { measureInRounds } from './rounds.js';

test('measures each candidate once per round, without the warm-ups', async () => {
  const calls: string[] = [];
  const candidate = (name: string) => ({ name, measure: () => Promise.resolve(calls.push(name)) });
  const resultsOf = await measureInRounds([candidate('a'), candidate('b')], {
    rounds: 3,
    warmUps: 2,
    say: () => undefined,
  });
  expect([resultsOf('a').length, resultsOf('b').length, calls.length]).toEqual([3, 3, 10]);
  expect(Math.min(...resultsOf('a'), ...resultsOf('b'))).toBe(5);
  expect(() => resultsOf('c')).toThrow('c was not measured');
});

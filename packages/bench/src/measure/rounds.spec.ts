import { describe, expect, test } from '@jest/globals';
import { inRounds, resultsOf, shuffled } from './rounds.js';

describe('rounds', () => {
  test('each candidate is measured once a round, after the warm-ups, which do not count', async () => {
    const ran: string[] = [];
    const candidate = (name: string) => ({ name, run: () => Promise.resolve(`${name}${ran.push(name)}`) });
    const told: number[] = [];
    const results = await inRounds([candidate('a'), candidate('b')], {
      rounds: 3,
      warmUps: 2,
      onRound: (round) => told.push(round),
    });
    expect(ran.filter((name) => name === 'a')).toHaveLength(5);
    for (let round = 0; round < 5; round += 1) expect(ran.slice(2 * round, 2 * round + 2).sort()).toEqual(['a', 'b']);
    const counted = [...resultsOf(results, 'a'), ...resultsOf(results, 'b')].map((result) => Number(result.slice(1)));
    expect(counted.sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(told).toEqual([1, 2, 3]);
  });

  test('what was not measured cannot be read', () => {
    expect(() => resultsOf({}, 'b')).toThrow('b was not measured');
  });
});

describe('order', () => {
  test('shuffling keeps everything and changes the order', () => {
    const dice = [0.1, 0.9, 0.4, 0];
    expect(shuffled([1, 2, 3, 4, 5], () => dice.shift() ?? 0)).toEqual([3, 5, 2, 4, 1]);
  });
});

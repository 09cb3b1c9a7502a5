import { expect, jest, test } from '@jest/globals';
import { inOneTurn } from './in-one-turn.js';

test('what is asked in one turn is asked at once, and each gets its own answer', async () => {
  const askAll = jest.fn((numbers: number[]) => Promise.resolve(numbers.map((n) => n * 10)));
  const ask = inOneTurn(askAll);
  expect(await Promise.all([ask(1), ask(2), Promise.resolve().then(() => ask(3))])).toEqual([10, 20, 30]);
  expect(askAll.mock.calls).toEqual([[[1, 2, 3]]]);
});

test('a later turn does not wait for an earlier one', async () => {
  const ask = inOneTurn((names: string[]) =>
    names.includes('slow') ? new Promise<string[]>(() => undefined) : Promise.resolve(names),
  );
  void ask('slow');
  await new Promise(setImmediate);
  expect(await ask('quick')).toBe('quick');
});

test('a failure is everybody’s of that turn and nobody’s of the next', async () => {
  let fails = true;
  const ask = inOneTurn((names: string[]) => (fails ? Promise.reject(new Error('away')) : Promise.resolve(names)));
  const first = await Promise.allSettled([ask('a'), ask('b')]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await ask('c')).toBe('c');
});

test('answers that are fewer than the questions are nobody’s', async () => {
  const ask = inOneTurn((names: string[]) => Promise.resolve(names.slice(1)));
  const all = await Promise.allSettled([ask('a'), ask('b')]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

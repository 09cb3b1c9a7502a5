import { expect, test } from '@jest/globals';
import { changed, oneRow, row, rows, type Sql } from './rows.js';

/** TypeORM, with what the driver answers. */
const answering = (raw: unknown[]): Sql => ({ query: () => Promise.resolve(raw) }) as unknown as Sql;
const ONE = { id: 1 };
const TWO = { id: 2 };

test.each<[string, unknown[], unknown[]]>([
  ['the rows of a SELECT', [ONE, TWO], [ONE, TWO]],
  ['the single row of a SELECT', [ONE], [ONE]],
  ['no row', [], []],
  ['the rows that an UPDATE returns', [[ONE, TWO], 2], [ONE, TWO]],
  ['none of an UPDATE that changed nothing', [[], 0], []],
])('rows() answers %s', async (_, raw, found) => {
  expect(await rows(answering(raw), '')).toEqual(found);
  expect(await row(answering(raw), '')).toEqual(found[0] ?? null);
});

test('oneRow() answers the row, and fails without one', async () => {
  expect(await oneRow(answering([ONE]), '')).toEqual(ONE);
  await expect(oneRow(answering([]), '')).rejects.toThrow('gave no row');
});

test('changed() answers how many rows an UPDATE changed, and refuses a SELECT', async () => {
  expect(await changed(answering([[], 3]), '')).toBe(3);
  for (const raw of [[], [ONE], [ONE, TWO], [ONE, 2], [[ONE], TWO], [[ONE], 2, 3]]) {
    await expect(changed(answering(raw), '')).rejects.toThrow('changed() is for UPDATE and DELETE');
  }
});

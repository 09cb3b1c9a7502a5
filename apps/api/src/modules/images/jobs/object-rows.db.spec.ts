import { expect, test } from '@jest/globals';
import { useDatabase } from '../../../../test/support/database.js';
import { row } from '../../../platform/database/rows.js';
import { nameObject } from './object-rows.js';

const db = useDatabase();

test('naming an object again, because the answer was lost, is no error and changes nothing', async () => {
  const key = 'pictures/2026/11/a/1-0.png';
  const named = (): Promise<unknown> =>
    row(db.dataSource, `select due_at, done_at from object_deletions where object_key = $1`, [key]);
  await nameObject(db.dataSource, key, 60_000);
  const first = await named();
  await nameObject(db.dataSource, key, 3_600_000);
  expect(await named()).toEqual(first);
  expect(first).toMatchObject({ done_at: null });
});

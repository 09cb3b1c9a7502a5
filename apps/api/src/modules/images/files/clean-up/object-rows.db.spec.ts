import { expect, test } from '@jest/globals';
import { untilBlocked } from '../../../../../test/support/database-locks.js';
import { useDatabase } from '../../../../../test/support/database.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { recordObject, markObjectsDeleted } from './object-rows.js';

const db = useDatabase();

test('naming an object again, because the answer was lost, is no error and changes nothing', async () => {
  const key = 'pictures/2026/11/a/1-0.png';
  const named = (): Promise<unknown> =>
    row(db.dataSource, `select due_at, done_at from object_deletions where object_key = $1`, [key]);
  await recordObject(db.dataSource.manager, key, 60_000);
  const first = await named();
  await recordObject(db.dataSource.manager, key, 3_600_000);
  expect(await named()).toEqual(first);
  expect(first).toMatchObject({ done_at: null });
});

test('objects that were removed are locked in the order of their names, so that two rounds cannot block each other', async () => {
  const [first, last] = ['pictures/2026/11/b/1-0.png', 'pictures/2026/11/z/1-0.png'];
  // The last one lies first in the table.
  for (const key of [last, first]) await recordObject(db.dataSource.manager, key, 0);
  const lock = 'select 1 from object_deletions where object_key = $1 for update';
  const round = await inTransaction(db.dataSource, async (tx) => {
    await rows(tx, lock, [first]);
    const removing = markObjectsDeleted(db.dataSource.manager, [last, first]);
    await untilBlocked(tx);
    await rows(tx, `${lock} nowait`, [last]);
    return { removing };
  });
  await round.removing;
  const open = await row(
    db.dataSource,
    `select count(*) from object_deletions where done_at is null and due_at <= now()`,
  );
  expect(open).toEqual({ count: 0 });
});

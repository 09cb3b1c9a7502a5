import { beforeAll, expect, test } from '@jest/globals';
import { createUser, giveUnits } from '../../../../test/support/credits.js';
import { useDatabase } from '../../../../test/support/database.js';
import { rowsRead } from '../../../../test/support/rows-read.js';
import { rows } from '../../../platform/database/rows.js';
import { QUOTA_STATEMENTS } from './quota.read-model.js';

const PICTURES = 5_000;
const DAYS = 60;
const db = useDatabase();
let userId: string;

beforeAll(async () => {
  userId = await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 100);
  await rows(
    db.dataSource,
    `insert into ledger_entries (user_id, kind, d_reserved, image_id, key)
     select $1::uuid, 'settle', -35, gen_random_uuid(), 'close:' || gen_random_uuid() from generate_series(1, $2::int)`,
    [userId, PICTURES],
  );
  await rows(
    db.dataSource,
    `insert into spending_days (user_id, day, pictures, units)
     select $1::uuid, current_date - n, 1, 35 from generate_series(1, $2::int) n`,
    [userId, DAYS],
  );
  await rows(db.dataSource, 'analyze');
});

test.each(QUOTA_STATEMENTS)('%s reads no line of the ledger for a picture', async (_, statement, params) => {
  const read = await rowsRead(db.dataSource, statement, [userId, ...params]);
  const { ledger_entries: lines = 0, ...others } = read;
  expect(lines).toBeLessThan(10);
  expect(Object.values(others).reduce((sum, one) => sum + one, 0)).toBeLessThan(3 * DAYS);
});

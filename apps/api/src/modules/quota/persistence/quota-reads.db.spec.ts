import { beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createUser, giveUnits } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { rowsRead } from '../../../../test/support/database/rows-read.js';
import { rows } from '../../../platform/database/rows.js';
import { readQuota, readQuotaStats } from './quota.read-model.js';

const IMAGES = 5_000;
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
    [userId, IMAGES],
  );
  await rows(
    db.dataSource,
    `insert into spending_days (user_id, day, pictures, units)
     select $1::uuid, current_date - n, 1, 35 from generate_series(1, $2::int) n`,
    [userId, DAYS],
  );
  await rows(db.dataSource, 'analyze');
});

const QUESTION = { cheapestUnits: 10, plan: 'free', inFlightLimit: 4, imagesPerGeneration: 1, freeMonth: true };

test.each([
  ['quota', (measured: DataSource) => readQuota(measured, { userId, ...QUESTION })],
  ['statistics', (measured: DataSource) => readQuotaStats(measured, userId)],
])('the %s are read without the ledger entries of images', async (_, read) => {
  const { ledger_entries: entries = 0, ...others } = await rowsRead(db.dataSource, read);
  expect(entries).toBeLessThan(10);
  const counts = Object.values(others);
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBeLessThan(3 * DAYS);
});

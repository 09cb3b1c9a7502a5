import { beforeAll, expect, test } from '@jest/globals';
import { rows } from '../../src/platform/database/rows.js';
import { closeImage, createUser, creditLedger, giveUnits, submitImages } from './credits.js';
import { useDatabase } from './database.js';
import { INVARIANTS } from './invariant-statements.js';
import { brokenInvariants, expectInvariants, type Invariant } from './invariants.js';

const db = useDatabase();

/** One generation of three pictures: delivered, failed, open. */
beforeAll(async () => {
  const ledger = creditLedger(db.dataSource);
  const userId = await createUser(db.dataSource);
  await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 200);
  const [first = '', second = ''] = (await submitImages(ledger, userId, { count: 3 })) ?? [];
  await closeImage(db.dataSource, ledger, { userId, imageId: first, delivered: true });
  await closeImage(db.dataSource, ledger, { userId, imageId: second, delivered: false });
});

/** A fault for each invariant; some break others too. */
const FAULTS: Record<string, string> = {
  D1: `update credit_accounts set debt = 1`,
  D2: `update credit_accounts set reserved = reserved + 1`,
  D3: `update credit_accounts set available = available - 1`,
  D4: `update images set status = 'failed', error_code = 'ENGINE_FAILED', finished_at = now() where status = 'pending'`,
  D6: `update generations set count = 4`,
  D7: `update images set user_id = (select id from users where id not in (select user_id from credit_accounts))`,
  D8: `update generations set deadline = now() - interval '61 s'`,
  D9: `insert into ledger_entries (user_id, kind, image_id, key)
         select user_id, 'return', image_id, 'again' from holds where state = 'settled'`,
  D10: `update credit_grants set remaining = remaining + 1`,
  D11: `update hold_lots set amount = amount - 1`,
  D12: `update generations set model = 'sd3.5-large'`,
  D13: `update credit_grants set amount = amount + 1`,
  D14: `update credit_grants set expires_at = now() - interval '16 min'`,
  D17: `insert into credit_grants (user_id, kind, source_key, amount, remaining)
          select user_id, 'bonus', 'bonus:ab:2026-01-0' || n, 10, 0 from credit_accounts, generate_series(1, 6) n`,
};

class RolledBack extends Error {}

async function brokenBy(fault: string): Promise<string[]> {
  const broken: string[] = [];
  const run = db.dataSource.transaction(async (tx) => {
    await rows(tx, fault);
    broken.push(...Object.keys(await brokenInvariants(tx)));
    throw new RolledBack();
  });
  await expect(run).rejects.toBeInstanceOf(RolledBack);
  return broken;
}

test('hold for what the ledger writes', () => expectInvariants(db.dataSource));

test.each(Object.keys(INVARIANTS) as Invariant[])('%s: a fault is found', async (invariant) => {
  const [name = ''] = invariant.split(' ');
  expect(await brokenBy(FAULTS[name] ?? '')).toContain(invariant);
});

test('a failure names the invariant and shows the rows', async () => {
  const run = db.dataSource.transaction(async (tx) => {
    await rows(tx, FAULTS.D14 ?? '');
    await expectInvariants(tx);
  });
  await expect(run).rejects.toThrow(/D14[\s\S]*expires_at/);
});

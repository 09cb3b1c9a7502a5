import { afterEach, describe, expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { createUser, creditLedger, giveUnits, submitImages } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { changed, row, rows } from '../../../platform/database/rows.js';

/*
 * A double close is refused three times over: by the hold's state, by the ledger's unique key and by the CHECKs. Each
 * hides the others, so here each stands alone while the others are taken down, in a transaction that is rolled back.
 */
const db = useDatabase();
const ledger = creditLedger(db.dataSource);

afterEach(() => expectInvariants(db.dataSource));

const KEY = 'alter table ledger_entries drop constraint ledger_entries_key_key';
const CHECKS = [
  'alter table credit_accounts drop constraint credit_accounts_available_check',
  'alter table credit_accounts drop constraint credit_accounts_reserved_check',
  'alter table credit_grants drop constraint credit_grants_check',
];

class RolledBack extends Error {}

/** Runs `work` without the walls that `statements` take down, and undoes everything. */
async function without(statements: string[], work: (tx: EntityManager) => Promise<void>): Promise<void> {
  const run = db.dataSource.transaction(async (tx) => {
    for (const statement of statements) await rows(tx, statement);
    await work(tx);
    throw new RolledBack();
  });
  await expect(run).rejects.toBeInstanceOf(RolledBack);
}

async function imageOfSomebody(): Promise<{ userId: string; imageId: string; grantId: number }> {
  const userId = await createUser(db.dataSource);
  const grantId = await giveUnits(db.dataSource, userId, 35);
  const [imageId = ''] = (await submitImages(ledger, userId)) ?? [];
  return { userId, imageId, grantId };
}

/** Pretends that the state did not notice the first close. */
const reopen = async (tx: EntityManager, imageId: string): Promise<void> =>
  expect(await changed(tx, `update holds set state = 'held', closed_at = null where image_id = $1`, [imageId])).toBe(1);

const account = (tx: EntityManager, userId: string) =>
  row(tx, `select available, reserved from credit_accounts where user_id = $1`, [userId]);

const PAIRS = [
  ['settle', 'settle'],
  ['settle', 'returnHold'],
  ['returnHold', 'settle'],
  ['returnHold', 'returnHold'],
] as const;

describe.each(PAIRS)('%s, then %s', (first, second) => {
  test('the state of the hold alone refuses the second', async () => {
    const { userId, imageId } = await imageOfSomebody();
    await without([KEY, ...CHECKS], async (tx) => {
      expect(await ledger[first](tx, userId, imageId)).toBe(true);
      const before = await account(tx, userId);
      expect(await ledger[second](tx, userId, imageId)).toBe(false);
      expect(await account(tx, userId)).toEqual(before);
    });
  });

  test('the unique key of the ledger alone refuses the second', async () => {
    const { userId, imageId } = await imageOfSomebody();
    await without(CHECKS, async (tx) => {
      await ledger[first](tx, userId, imageId);
      await reopen(tx, imageId);
      await expect(ledger[second](tx, userId, imageId)).rejects.toThrow('ledger_entries_key_key');
    });
  });

  test('the CHECK on what is reserved alone refuses the second', async () => {
    const { userId, imageId } = await imageOfSomebody();
    const others = [KEY, ...CHECKS.filter((check) => !check.includes('reserved'))];
    await without(others, async (tx) => {
      await ledger[first](tx, userId, imageId);
      await reopen(tx, imageId);
      await expect(ledger[second](tx, userId, imageId)).rejects.toThrow('credit_accounts_reserved_check');
    });
  });
});

test('the CHECK on a grant alone refuses to refill it beyond its amount', async () => {
  const { userId, imageId } = await imageOfSomebody();
  await without([KEY, ...CHECKS.filter((check) => !check.includes('grants'))], async (tx) => {
    await ledger.returnHold(tx, userId, imageId);
    await reopen(tx, imageId);
    await expect(ledger.returnHold(tx, userId, imageId)).rejects.toThrow('credit_grants_check');
  });
});

test('the condition of the debit alone refuses to overspend', async () => {
  const userId = await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 35);
  await without(CHECKS, async (tx) => {
    expect(await ledger.debit(tx, userId, 35)).toBe(true);
    expect(await ledger.debit(tx, userId, 1)).toBe(false);
    expect(await account(tx, userId)).toEqual({ available: 0, reserved: 35 });
  });
});

test('the CHECK on what is available alone refuses to overspend', async () => {
  const userId = await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 35);
  await without([], async (tx) => {
    const blind = `update credit_accounts set available = available - 36 where user_id = $1`;
    await expect(changed(tx, blind, [userId])).rejects.toThrow('credit_accounts_available_check');
  });
});

test('the unique key of the ledger alone refuses a second hold entry for an image', async () => {
  const { userId, imageId } = await imageOfSomebody();
  await without([...CHECKS, 'alter table hold_lots drop constraint hold_lots_pkey'], async (tx) => {
    await rows(tx, 'alter table hold_lots drop constraint hold_lots_image_id_fkey');
    await rows(tx, 'alter table holds drop constraint holds_pkey');
    await rows(tx, `update credit_grants set remaining = 35 where user_id = $1`, [userId]);
    await expect(ledger.hold(tx, userId, [{ imageId, units: 35 }])).rejects.toThrow('ledger_entries_key_key');
  });
});

test('the unique source of a grant alone refuses a second one', async () => {
  const userId = await createUser(db.dataSource);
  const grant = { userId, kind: 'adjustment', sourceKey: 'adj:wall', units: 10, expiresAt: null } as const;
  await without([KEY, ...CHECKS], async (tx) => {
    expect(await ledger.grant(tx, grant)).toBe(true);
    expect(await ledger.grant(tx, grant)).toBe(false);
    expect(await account(tx, userId)).toEqual({ available: 10, reserved: 0 });
  });
});

import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  createUser,
  creditLedger,
  giveUnits,
  insertImages,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { row, rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { GrantsStaleError } from '../domain/grants-stale.error.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);

afterEach(() => expectInvariants(db.dataSource));

const balance = (userId: string) => ledger.balance(db.dataSource, userId);

const remainingOf = async (grantId: number): Promise<number | undefined> =>
  (await row<{ remaining: number }>(db.dataSource, `select remaining from credit_grants where id = $1`, [grantId]))
    ?.remaining;

/** `kind available reserved debt` of each entry, oldest first. */
const statement = async (userId: string): Promise<string[]> =>
  (
    await rows<{ line: string }>(
      db.dataSource,
      `select concat_ws(' ', kind, d_available, d_reserved, d_debt) line from ledger_entries where user_id = $1 order by id`,
      [userId],
    )
  ).map(({ line }) => line);

describe('granting', () => {
  const grant = (userId: string, sourceKey: string, units = 10) =>
    inTransaction(db.dataSource, (tx) =>
      ledger.grant(tx, { userId, kind: 'adjustment', sourceKey, units, expiresAt: null }),
    );

  test('happens once for a source, also when asked 50 times at once', async () => {
    const userId = await createUser(db.dataSource);
    const answers = await Promise.all(Array.from({ length: 50 }, () => grant(userId, 'adj:once')));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await balance(userId)).toEqual({ availableUnits: 10, reservedUnits: 0 });
  });

  test('happens once for a source, also for another account', async () => {
    const [one, other] = [await createUser(db.dataSource), await createUser(db.dataSource)];
    expect([await grant(one, 'adj:shared'), await grant(other, 'adj:shared')]).toEqual([true, false]);
    expect(await statement(other)).toEqual([]);
  });

  test.each([
    { debt: 4, available: 6, left: 0, entries: ['grant 10 0 0', 'debt_repay -4 0 -4'] },
    { debt: 25, available: 0, left: 15, entries: ['grant 10 0 0', 'debt_repay -10 0 -10'] },
  ])('repays a debt of $debt from 10 first', async ({ debt, available, left, entries }) => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 1);
    await rows(db.dataSource, `update credit_accounts set debt = $2 where user_id = $1`, [userId, debt]);
    await rows(
      db.dataSource,
      `insert into ledger_entries (user_id, kind, d_debt, key) values ($1, 'clawback', $2, $3)`,
      [userId, debt, `clawback:${userId}`],
    );
    await grant(userId, `adj:debt:${debt}`);
    expect(await balance(userId)).toEqual({ availableUnits: available + 1, reservedUnits: 0 });
    const account = await row<{ debt: number }>(db.dataSource, `select debt from credit_accounts where user_id = $1`, [
      userId,
    ]);
    expect(account?.debt).toBe(left);
    expect((await statement(userId)).slice(2)).toEqual(entries);
  });
});

describe('expired grants', () => {
  test('pay for nothing although they were not swept: the submission expires them and is refused', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 40, -1);
    expect(await submitImages(ledger, userId)).toBeNull();
    expect(await statement(userId)).toEqual(['grant 40 0 0', 'expire -40 0 0']);
  });

  test('do not stand in the way of living ones', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 40, -1);
    const living = await giveUnits(db.dataSource, userId, 40, 1000);
    expect(await submitImages(ledger, userId)).toHaveLength(1);
    expect(await remainingOf(living)).toBe(5);
    expect(await submitImages(ledger, userId)).toBeNull();
  });

  test('do not count in the balance', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 40, -1);
    await giveUnits(db.dataSource, userId, 7, 1000);
    expect(await balance(userId)).toEqual({ availableUnits: 7, reservedUnits: 0 });
    await ledger.expireGrants(userId);
    expect(await balance(userId)).toEqual({ availableUnits: 7, reservedUnits: 0 });
  });

  test('are taken back once, however often it is asked', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 40, -1);
    await Promise.all(Array.from({ length: 10 }, () => ledger.expireGrants(userId)));
    expect(await statement(userId)).toEqual(['grant 40 0 0', 'expire -40 0 0']);
  });

  test('that are found short leave nothing behind in the transaction that found them', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 40, -1);
    await giveUnits(db.dataSource, userId, 30, 1000);
    const found = db.dataSource.transaction(async (tx) => {
      await ledger.debit(tx, userId, 35);
      const [imageId = ''] = await insertImages(tx, userId, { model: 'sd3.5-medium', count: 1 });
      await expect(ledger.hold(tx, userId, [{ imageId, units: 35 }])).rejects.toThrow(GrantsStaleError);
      expect(await rows(tx, `select 1 from holds where image_id = $1`, [imageId])).toEqual([]);
      throw new Error('rolled back');
    });
    await expect(found).rejects.toThrow('rolled back');
  });

  test('that stay short after expiring are a refusal, and the work ran twice', async () => {
    const userId = await createUser(db.dataSource);
    const work = jest.fn<() => Promise<never>>().mockRejectedValue(new GrantsStaleError());
    await expect(ledger.spend(userId, work)).rejects.toEqual(new AppError('INSUFFICIENT_CREDITS'));
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('are no reason to repeat work that failed for another reason', async () => {
    const work = jest.fn<() => Promise<never>>().mockRejectedValue(new AppError('TOO_MANY_IN_FLIGHT'));
    await expect(ledger.spend(await createUser(db.dataSource), work)).rejects.toThrow('TOO_MANY_IN_FLIGHT');
    expect(work).toHaveBeenCalledTimes(1);
  });
});

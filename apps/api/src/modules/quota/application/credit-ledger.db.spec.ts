import { afterEach, describe, expect, test } from '@jest/globals';
import { closePicture, createUser, creditLedger, giveUnits, submitPictures } from '../../../../test/support/credits.js';
import { useDatabase } from '../../../../test/support/database.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { rows } from '../../../platform/database/rows.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);

afterEach(() => expectInvariants(db.dataSource));

const balance = (userId: string) => ledger.balance(db.dataSource, userId);

describe('hold, settle, return', () => {
  test('a submission moves the price of all its pictures from available to reserved', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 100);
    expect(await submitPictures(ledger, userId, { count: 2 })).toHaveLength(2);
    expect(await balance(userId)).toEqual({ availableUnits: 30, reservedUnits: 70 });
  });

  test('a delivered picture is charged, a failed one given back', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 70);
    const [first = '', second = ''] = (await submitPictures(ledger, userId, { count: 2 })) ?? [];
    expect(await closePicture(db.dataSource, ledger, { userId, imageId: first, delivered: true })).toBe(true);
    expect(await closePicture(db.dataSource, ledger, { userId, imageId: second, delivered: false })).toBe(true);
    expect(await balance(userId)).toEqual({ availableUnits: 35, reservedUnits: 0 });
    const kinds = await rows<{ kind: string }>(
      db.dataSource,
      `select kind from ledger_entries where user_id = $1 order by id`,
      [userId],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['grant', 'hold', 'hold', 'settle', 'return']);
  });
});

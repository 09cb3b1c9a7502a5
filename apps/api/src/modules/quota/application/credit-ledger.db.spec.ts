import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  closeImage,
  createUser,
  creditLedger,
  giveUnits,
  insertImages,
  moveExpiry,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { untilBlocked } from '../../../../test/support/database/database-locks.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { row, rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);

afterEach(() => expectInvariants(db.dataSource));

const balance = (userId: string) => ledger.balance(db.dataSource, userId);
const close = (userId: string, imageId: string | undefined, delivered: boolean) =>
  closeImage(db.dataSource, ledger, { userId, imageId: imageId ?? '', delivered });

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

describe('holding', () => {
  test('moves the price of all images from available to reserved', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 100);
    expect(await submitImages(ledger, userId, { count: 2 })).toHaveLength(2);
    expect(await balance(userId)).toEqual({ availableUnits: 30, reservedUnits: 70 });
  });

  test('refuses what the account cannot pay in full, and changes nothing', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 69);
    expect(await submitImages(ledger, userId, { count: 2 })).toBeNull();
    expect(await balance(userId)).toEqual({ availableUnits: 69, reservedUnits: 0 });
  });

  test('refuses somebody who never had an account', async () => {
    const userId = await createUser(db.dataSource);
    expect(await submitImages(ledger, userId)).toBeNull();
    expect(await balance(userId)).toEqual({ availableUnits: 0, reservedUnits: 0 });
  });

  test('spends what expires soonest first and what never expires last', async () => {
    const userId = await createUser(db.dataSource);
    const never = await giveUnits(db.dataSource, userId, 50);
    const later = await giveUnits(db.dataSource, userId, 50, 2000);
    const soon = await giveUnits(db.dataSource, userId, 50, 1000);
    await submitImages(ledger, userId);
    expect([await remainingOf(soon), await remainingOf(later), await remainingOf(never)]).toEqual([15, 50, 50]);
    await submitImages(ledger, userId, { count: 2 });
    expect([await remainingOf(soon), await remainingOf(later), await remainingOf(never)]).toEqual([0, 0, 45]);
  });

  test('splits images over grants and grants over images without losing a unit', async () => {
    const userId = await createUser(db.dataSource);
    for (const units of [10, 1, 59, 3, 200]) await giveUnits(db.dataSource, userId, units);
    const images = (await submitImages(ledger, userId, { count: 4 })) ?? [];
    expect(await balance(userId)).toEqual({ availableUnits: 133, reservedUnits: 140 });
    const lots = await rows<{ line: string }>(
      db.dataSource,
      `select array_position($1::uuid[], image_id) || ':' || amount as line from hold_lots where image_id = any($1::uuid[])
        order by array_position($1::uuid[], image_id), grant_id`,
      [images],
    );
    expect(lots.map(({ line }) => line)).toEqual(['1:10', '1:1', '1:24', '2:35', '3:3', '3:32', '4:35']);
  });

  test('takes as many statements for eight images as for one', async () => {
    const userId = await createUser(db.dataSource);
    for (let i = 0; i < 4; i += 1) await giveUnits(db.dataSource, userId, 100);
    const statementsFor = (count: number) =>
      inTransaction(db.dataSource, async (tx) => {
        await ledger.debit(tx, userId, 35 * count);
        const ids = await insertImages(tx, userId, { model: 'sd3.5-medium', count });
        const query = jest.spyOn(tx, 'query');
        await ledger.hold(
          tx,
          userId,
          ids.map((imageId) => ({ imageId, units: 35 })),
        );
        return query.mock.calls.length;
      });
    expect([await statementsFor(1), await statementsFor(8)]).toEqual([1, 1]);
  });

  test('waits for a rival of the same account and then pays from what the rival left', async () => {
    const userId = await createUser(db.dataSource);
    const first = await giveUnits(db.dataSource, userId, 35, 1000);
    const second = await giveUnits(db.dataSource, userId, 35, 2000);
    const rival = await inTransaction(db.dataSource, async (tx) => {
      await ledger.debit(tx, userId, 35);
      const waiting = submitImages(ledger, userId);
      await untilBlocked(tx);
      const [imageId = ''] = await insertImages(tx, userId, { model: 'sd3.5-medium', count: 1 });
      await ledger.hold(tx, userId, [{ imageId, units: 35 }]);
      return { waiting };
    });
    expect(await rival.waiting).toHaveLength(1);
    expect([await remainingOf(first), await remainingOf(second)]).toEqual([0, 0]);
  });
});

describe('closing', () => {
  test('charges for a delivered image and gives a failed one back', async () => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 70);
    const [first, second] = (await submitImages(ledger, userId, { count: 2 })) ?? [];
    expect(await close(userId, first, true)).toBe(true);
    expect(await close(userId, second, false)).toBe(true);
    expect(await balance(userId)).toEqual({ availableUnits: 35, reservedUnits: 0 });
    expect(await statement(userId)).toEqual([
      'grant 70 0 0',
      'hold -35 35 0',
      'hold -35 35 0',
      'settle 0 -35 0',
      'return 35 -35 0',
    ]);
  });

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('happens once (delivered: %s, then %s)', async (first, second) => {
    const userId = await createUser(db.dataSource);
    await giveUnits(db.dataSource, userId, 35);
    const [imageId] = (await submitImages(ledger, userId)) ?? [];
    expect(await close(userId, imageId, first)).toBe(true);
    const before = await statement(userId);
    expect(await close(userId, imageId, second)).toBe(false);
    expect(await statement(userId)).toEqual(before);
  });

  test('is refused for the image of somebody else', async () => {
    const [owner, other] = [await createUser(db.dataSource), await createUser(db.dataSource)];
    await giveUnits(db.dataSource, owner, 35);
    const [imageId] = (await submitImages(ledger, owner)) ?? [];
    expect(await close(other, imageId, true)).toBe(false);
    expect(await close(other, imageId, false)).toBe(false);
    expect(await balance(owner)).toEqual({ availableUnits: 0, reservedUnits: 35 });
  });

  test('gives every lot back to its own grant', async () => {
    const userId = await createUser(db.dataSource);
    const soon = await giveUnits(db.dataSource, userId, 20, 1000);
    const later = await giveUnits(db.dataSource, userId, 80, 2000);
    const [imageId] = (await submitImages(ledger, userId)) ?? [];
    expect([await remainingOf(soon), await remainingOf(later)]).toEqual([0, 65]);
    await close(userId, imageId, false);
    expect([await remainingOf(soon), await remainingOf(later)]).toEqual([20, 80]);
  });

  test('lets what comes back to an expired grant expire in the same transaction', async () => {
    const userId = await createUser(db.dataSource);
    const soon = await giveUnits(db.dataSource, userId, 20, 1000);
    const later = await giveUnits(db.dataSource, userId, 80, 2000);
    const [imageId] = (await submitImages(ledger, userId)) ?? [];
    await moveExpiry(db.dataSource, soon, -1);
    await close(userId, imageId, false);
    expect(await balance(userId)).toEqual({ availableUnits: 80, reservedUnits: 0 });
    expect([await remainingOf(soon), await remainingOf(later)]).toEqual([0, 80]);
    expect((await statement(userId)).slice(-2)).toEqual(['return 35 -35 0', 'expire -20 0 0']);
  });

  test('lets it expire also when the rest of the grant was swept before, image by image', async () => {
    const userId = await createUser(db.dataSource);
    const grant = await giveUnits(db.dataSource, userId, 100, 1000);
    const images = (await submitImages(ledger, userId, { count: 2 })) ?? [];
    await moveExpiry(db.dataSource, grant, -1);
    await ledger.expireGrants(userId);
    for (const imageId of images) await close(userId, imageId, false);
    expect(await balance(userId)).toEqual({ availableUnits: 0, reservedUnits: 0 });
    expect((await statement(userId)).filter((line) => line.startsWith('expire'))).toEqual([
      'expire -30 0 0',
      'expire -35 0 0',
      'expire -35 0 0',
    ]);
  });

  test('follows the grant that was closed, whatever a transaction that began earlier takes the time to be', async () => {
    const userId = await createUser(db.dataSource);
    const grant = await giveUnits(db.dataSource, userId, 40, 1000);
    const [imageId = ''] = (await submitImages(ledger, userId)) ?? [];
    await moveExpiry(db.dataSource, grant, -1);
    await ledger.expireGrants(userId);
    await moveExpiry(db.dataSource, grant, 1000);
    await close(userId, imageId, false);
    expect(await balance(userId)).toEqual({ availableUnits: 0, reservedUnits: 0 });
  });
});

import { afterEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  closeImage,
  createUser,
  creditLedger,
  giveUnits,
  moveExpiry,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { together } from '../../../../test/support/timing/together.js';
import { row, rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { Revocation } from '../domain/grant.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const PRICE = 35;

afterEach(() => expectInvariants(db.dataSource));

interface Paid {
  userId: string;
  sourceKey: string;
}

const grant = ({ userId, sourceKey }: Paid, units: number): Promise<boolean> =>
  inTransaction(db.dataSource, (tx) =>
    ledger.grant(tx, { userId, kind: 'plan_month', sourceKey, units, expiresAt: null }),
  );
const revoke = ({ userId, sourceKey }: Paid): Promise<Revocation | null> =>
  inTransaction(db.dataSource, (tx) => ledger.revoke(tx, userId, sourceKey));

/** A user with one paid grant of so many units. */
async function paid(units = 100): Promise<Paid> {
  const user = { userId: await createUser(db.dataSource, { plan: 'pro' }), sourceKey: `plan:${randomUUID()}` };
  expect(await grant(user, units)).toBe(true);
  return user;
}

const submitOne = async ({ userId }: Paid): Promise<string> => {
  const [imageId = ''] = (await submitImages(ledger, userId)) ?? [];
  expect(imageId).not.toBe('');
  return imageId;
};
const close = ({ userId }: Paid, imageId: string, delivered: boolean): Promise<boolean> =>
  closeImage(db.dataSource, ledger, { userId, imageId, delivered });

/** `available reserved debt` in units. */
const balance = async ({ userId }: Paid): Promise<string> => {
  const account = await row<{ line: string }>(
    db.dataSource,
    `select concat_ws(' ', available, reserved, debt) as line from credit_accounts where user_id = $1`,
    [userId],
  );
  return account?.line ?? '';
};
const kinds = async ({ userId }: Paid): Promise<string[]> =>
  (
    await rows<{ kind: string }>(db.dataSource, `select kind from ledger_entries where user_id = $1 order by id`, [
      userId,
    ])
  ).map(({ kind }) => kind);

describe('revoking a grant', () => {
  test('takes all of it when nothing was spent', async () => {
    const user = await paid();
    expect(await revoke(user)).toEqual({ takenUnits: 100, debtUnits: 0 });
    expect(await balance(user)).toBe('0 0 0');
    expect(await kinds(user)).toEqual(['grant', 'clawback']);
  });

  test('takes what is left and makes a debt of what was spent, which the next grant repays', async () => {
    const user = await paid();
    await close(user, await submitOne(user), true);
    expect(await revoke(user)).toEqual({ takenUnits: 65, debtUnits: PRICE });
    expect(await balance(user)).toBe('0 0 35');
    await giveUnits(db.dataSource, user.userId, 20);
    expect(await balance(user)).toBe('0 0 15');
    await giveUnits(db.dataSource, user.userId, 50);
    expect(await balance(user)).toBe('35 0 0');
  });

  test('reduces the debt when an image that was held is returned', async () => {
    const user = await paid();
    const imageId = await submitOne(user);
    expect(await revoke(user)).toEqual({ takenUnits: 65, debtUnits: PRICE });
    expect(await balance(user)).toBe('0 35 35');
    expect(await close(user, imageId, false)).toBe(true);
    expect(await balance(user)).toBe('0 0 0');
    expect(await kinds(user)).toEqual(['grant', 'hold', 'clawback', 'return', 'debt_repay']);
  });

  test('keeps the debt when an image that was held is delivered', async () => {
    const user = await paid();
    const imageId = await submitOne(user);
    await revoke(user);
    expect(await close(user, imageId, true)).toBe(true);
    expect(await balance(user)).toBe('0 0 35');
  });

  test('gives returned credits back to spend when another grant has repaid the debt meanwhile', async () => {
    const user = await paid();
    const imageId = await submitOne(user);
    await revoke(user);
    await giveUnits(db.dataSource, user.userId, 50);
    expect(await balance(user)).toBe('15 35 0');
    await close(user, imageId, false);
    expect(await balance(user)).toBe('50 0 0');
    expect(await submitImages(ledger, user.userId)).not.toBeNull();
  });

  test('shares a returned hold between the debt and what exceeds it', async () => {
    const user = await paid();
    const [first, second] = [await submitOne(user), await submitOne(user)];
    await revoke(user);
    await giveUnits(db.dataSource, user.userId, 50);
    expect(await balance(user)).toBe('0 70 20');
    await close(user, first, false);
    expect(await balance(user)).toBe('15 35 0');
    await close(user, second, false);
    expect(await balance(user)).toBe('50 0 0');
  });

  test('lets returned credits expire when the revoked grant has expired and its debt was repaid', async () => {
    const user = await paid();
    const imageId = await submitOne(user);
    await revoke(user);
    await giveUnits(db.dataSource, user.userId, 50);
    const own = await row<{ id: number }>(db.dataSource, `select id from credit_grants where source_key = $1`, [
      user.sourceKey,
    ]);
    await moveExpiry(db.dataSource, own?.id ?? 0, -1);
    await close(user, imageId, false);
    expect(await balance(user)).toBe('15 0 0');
  });

  test('makes a debt again of what the grant had repaid', async () => {
    const user = await paid();
    await close(user, await submitOne(user), true);
    await revoke(user);
    const next = { ...user, sourceKey: `plan:${randomUUID()}` };
    await grant(next, 100);
    expect(await balance(user)).toBe('65 0 0');
    expect(await revoke(next)).toEqual({ takenUnits: 65, debtUnits: PRICE });
    expect(await balance(user)).toBe('0 0 35');
  });

  test('leaves other grants, and what they hold, alone', async () => {
    const user = await paid(PRICE);
    await giveUnits(db.dataSource, user.userId, 50);
    const [own, others] = [await submitOne(user), await submitOne(user)];
    await revoke(user);
    expect(await balance(user)).toBe('15 70 35');
    await close(user, others, false);
    expect(await balance(user)).toBe('50 35 35');
    await close(user, own, false);
    expect(await balance(user)).toBe('50 0 0');
  });

  test('takes nothing of one that has expired unused, and leaves no line', async () => {
    const user = await paid();
    const own = await row<{ id: number }>(db.dataSource, `select id from credit_grants where source_key = $1`, [
      user.sourceKey,
    ]);
    await moveExpiry(db.dataSource, own?.id ?? 0, -1);
    await ledger.expireGrants(user.userId);
    expect(await revoke(user)).toEqual({ takenUnits: 0, debtUnits: 0 });
    expect(await kinds(user)).toEqual(['grant', 'expire']);
  });

  test('happens once', async () => {
    const user = await paid();
    await submitOne(user);
    const revoked = await Promise.all(Array.from({ length: 5 }, () => revoke(user)));
    expect(revoked.filter(Boolean)).toHaveLength(1);
    expect(await revoke(user)).toBeNull();
    expect(await balance(user)).toBe('0 35 35');
  });

  test('changes nothing for an unknown grant or one of another account', async () => {
    const [user, other] = [await paid(), await paid()];
    expect(await revoke({ ...user, sourceKey: 'plan:unknown' })).toBeNull();
    expect(await revoke({ ...user, sourceKey: other.sourceKey })).toBeNull();
    expect([await balance(user), await balance(other)]).toEqual(['100 0 0', '100 0 0']);
  });

  test('and a submission at the same moment leave every unit held or taken, never both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const user = await paid(PRICE);
      const [revoked, held] = await together(
        round,
        () => revoke(user),
        () => submitImages(ledger, user.userId),
      );
      expect(revoked).toEqual(held ? { takenUnits: 0, debtUnits: PRICE } : { takenUnits: PRICE, debtUnits: 0 });
      expect(await balance(user)).toBe(held ? '0 35 35' : '0 0 0');
    }
  });
});

import { afterEach, expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { createUser, creditLedger, submitImages, closeImage } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { row, rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { readLivingUsage } from '../persistence/plan-grants.js';
import type { CreditLedger } from './credit-ledger.js';

const db = useDatabase(5);
afterEach(() => rows(db.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(db.dataSource));

const DAY = 86_400;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY * 1000);
const change = (work: (ledger: CreditLedger, tx: EntityManager) => Promise<unknown>): Promise<unknown> =>
  inTransaction(db.dataSource, (tx) => work(creditLedger(db.dataSource), tx));
const grant = (userId: string, sourceKey: string, expiresAt = inDays(30)): Promise<unknown> =>
  change((ledger, tx) => ledger.grant(tx, { userId, kind: 'plan_month', sourceKey, units: 2000, expiresAt }));
const account = (userId: string) =>
  row<{ available: number; reserved: number; debt: number }>(
    db.dataSource,
    `select available, reserved, debt from credit_accounts where user_id = $1`,
    [userId],
  );
const spendOne = async (userId: string): Promise<string> => {
  const [imageId = ''] = (await submitImages(creditLedger(db.dataSource), userId)) ?? [];
  return imageId;
};
const close = (userId: string, imageId: string, delivered: boolean): Promise<boolean> =>
  closeImage(db.dataSource, creditLedger(db.dataSource), { userId, imageId, delivered });

test('forgiving a grant takes what is left and makes no debt of what is used', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:a');
  await close(userId, await spendOne(userId), true);
  const held = await spendOne(userId);
  await change((ledger, tx) => ledger.revokeWithoutDebt(tx, userId, 'plan:a'));
  expect(await account(userId)).toEqual({ available: 0, reserved: 35, debt: 0 });
  await change((ledger, tx) => ledger.revokeWithoutDebt(tx, userId, 'plan:a'));
  // What the hold returns is not theirs any more.
  await close(userId, held, false);
  expect(await account(userId)).toEqual({ available: 0, reserved: 0, debt: 0 });
});

test('what was forgiven can be restored for as long as it would have lived, and goes with a later revocation', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:l');
  await close(userId, await spendOne(userId), true);
  await change((ledger, tx) => ledger.revokeWithoutDebt(tx, userId, 'plan:l'));
  await change((ledger, tx) => ledger.restore(tx, userId, 'plan:l'));
  const left = () => creditLedger(db.dataSource).balance(db.dataSource, userId);
  expect(await left()).toEqual({ availableUnits: 1965, reservedUnits: 0 });
  await change((ledger, tx) => ledger.revoke(tx, userId, 'plan:l'));
  expect(await account(userId)).toEqual({ available: 0, reserved: 0, debt: 0 });
  await change((ledger, tx) => ledger.restore(tx, userId, 'plan:l'));
  expect(await left()).toEqual({ availableUnits: 1965, reservedUnits: 0 });
});

test('a part is taken back once, however often its total is told, and beyond what is left it is a debt', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:b');
  await close(userId, await spendOne(userId), true);
  for (const total of [500, 500, 800]) await change((ledger, tx) => ledger.revokePart(tx, userId, 'plan:b', total));
  expect(await account(userId)).toEqual({ available: 1165, reserved: 0, debt: 0 });
  await change((ledger, tx) => ledger.revokePart(tx, userId, 'plan:b', 2000));
  expect(await account(userId)).toEqual({ available: 0, reserved: 0, debt: 35 });
});

test('a part of what expired unused is owed by nobody, and of what was used what is not paid for any more', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:j');
  await close(userId, await spendOne(userId), true);
  await change((ledger, tx) => ledger.endPlanCredits(tx, userId, []));
  for (const [total, debt] of [
    [1000, 0],
    [1000, 0],
    [1990, 25],
    [1990, 25],
    [2000, 35],
  ] as const) {
    await change((ledger, tx) => ledger.revokePart(tx, userId, 'plan:j', total));
    expect(await account(userId)).toEqual({ available: 0, reserved: 0, debt });
  }
});

test('what a second dispute took is restored as well, and a part of it is taken back once', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:k');
  await close(userId, await spendOne(userId), true);
  for (const total of [500, 500, 800]) {
    await change((ledger, tx) => ledger.revoke(tx, userId, 'plan:k'));
    expect(await account(userId)).toEqual({ available: 0, reserved: 0, debt: 35 });
    await change((ledger, tx) => ledger.restore(tx, userId, 'plan:k'));
    await change((ledger, tx) => ledger.revokePart(tx, userId, 'plan:k', total));
    expect(await account(userId)).toEqual({ available: 1965 - total, reserved: 0, debt: 0 });
  }
  await change((ledger, tx) => ledger.revokePart(tx, userId, 'plan:k', 2000));
  expect(await account(userId)).toEqual({ available: 0, reserved: 0, debt: 35 });
});

test('what was taken back is restored once, and repays its debt', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:c');
  await close(userId, await spendOne(userId), true);
  await change((ledger, tx) => ledger.revoke(tx, userId, 'plan:c'));
  expect(await account(userId)).toEqual({ available: 0, reserved: 0, debt: 35 });
  for (let i = 0; i < 2; i += 1) await change((ledger, tx) => ledger.restore(tx, userId, 'plan:c'));
  expect(await account(userId)).toEqual({ available: 1965, reserved: 0, debt: 0 });
});

test('nothing is restored of a grant that was never taken back', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:d');
  await change((ledger, tx) => ledger.restore(tx, userId, 'plan:d'));
  expect(await account(userId)).toEqual({ available: 2000, reserved: 0, debt: 0 });
});

test('the credits of a new month end those of the last', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:e:m1');
  await change((ledger, tx) =>
    ledger.grant(tx, { userId, kind: 'bonus', sourceKey: 'bonus:e', units: 10, expiresAt: inDays(9) }),
  );
  await grant(userId, 'plan:e:m2');
  await change((ledger, tx) => ledger.endPlanCredits(tx, userId, ['plan:e:m2']));
  expect(await account(userId)).toEqual({ available: 2010, reserved: 0, debt: 0 });
});

test('what is told to expire first is spent first, though it may wait longer for the next credits', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  const other = { userId, kind: 'adjustment', sourceKey: 'adj:m', units: 100, expiresAt: inDays(2) } as const;
  const dates = { monthEndsAt: inDays(1), expiresAt: inDays(3) };
  const month = { userId, kind: 'plan_month', sourceKey: 'plan:m', units: 100, ...dates } as const;
  for (const one of [other, month]) await change((ledger, tx) => ledger.grant(tx, one));
  await spendOne(userId);
  const left = `select source_key as key, remaining from credit_grants where user_id = $1 order by id`;
  expect(await rows(db.dataSource, left, [userId])).toEqual([
    { key: 'adj:m', remaining: 100 },
    { key: 'plan:m', remaining: 65 },
  ]);
});

test('credits expire by the clock of billing, and can be let live longer', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:f', inDays(30));
  const available = async () => (await creditLedger(db.dataSource).balance(db.dataSource, userId)).availableUnits;
  await rows(db.dataSource, `update billing_clock set shift_seconds = ${31 * DAY}`);
  expect(await available()).toBe(0);
  await change((ledger, tx) => ledger.moveExpiry(tx, userId, 'plan:f', { expiresAt: inDays(32) }));
  expect(await available()).toBe(2000);
  await rows(db.dataSource, `update billing_clock set shift_seconds = ${33 * DAY}`);
  expect(await submitImages(creditLedger(db.dataSource), userId).catch((error: Error) => error.message)).toBe(null);
});

test('usage counts what is spent and held of the named sources', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:g');
  await close(userId, await spendOne(userId), true);
  await spendOne(userId);
  const usage = (keys: string[]) => creditLedger(db.dataSource).usage(db.dataSource, userId, keys);
  expect(await usage(['plan:g', 'plan:none'])).toEqual({ grantedUnits: 2000, usedUnits: 70 });
  expect(await usage([])).toEqual({ grantedUnits: 0, usedUnits: 0 });
});

test('usage of what lives counts what is held and delivered, and neither what ended nor what is another’s', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  const other = await createUser(db.dataSource, { plan: 'pro' });
  await grant(userId, 'plan:h');
  await grant(other, 'plan:i');
  await grant(userId, 'plan:over');
  await change((ledger, tx) => ledger.endPlanCredits(tx, userId, ['plan:h']));
  for (const person of [userId, other]) await close(person, await spendOne(person), true);
  await close(userId, await spendOne(userId), false);
  await spendOne(userId);
  expect(await readLivingUsage(db.dataSource, userId)).toEqual({
    grantedUnits: 2000,
    remainingUnits: 1930,
    usedUnits: 70,
    images: 1,
  });
});

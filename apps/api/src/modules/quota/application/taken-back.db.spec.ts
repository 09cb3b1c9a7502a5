import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { testConfig } from '../../../../test/support/config.js';
import {
  closeImage,
  createUser,
  creditLedger,
  giveUnits,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { row, rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AccountErasers } from '../../users/index.js';
import { GrantSweeper } from '../jobs/grant-sweeper.js';
import { AllowanceOwners } from './allowance-owners.js';
import type { CreditLedger } from './credit-ledger.js';
import { EraseCredits } from './erase-credits.js';

const db = useDatabase(5);
const ledger = creditLedger(db.dataSource);
afterEach(() => rows(db.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(db.dataSource));

const DAY = 86_400;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY * 1000);
const change = (work: (ledger: CreditLedger, tx: EntityManager) => Promise<unknown>): Promise<unknown> =>
  inTransaction(db.dataSource, (tx) => work(ledger, tx));

/** Somebody with a month of a plan, of 100 units; an image costs 35. */
async function subscriber() {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  const key = `plan:${randomUUID()}`;
  const month = { userId, kind: 'plan_month', sourceKey: key, units: 100, expiresAt: inDays(30) } as const;
  await change((known, tx) => known.grant(tx, month));
  return {
    userId,
    submit: async (): Promise<string> => (await submitImages(ledger, userId))?.[0] ?? '',
    fail: (imageId: string) => closeImage(db.dataSource, ledger, { userId, imageId, delivered: false }),
    revokePart: (units: number) => change((known, tx) => known.revokePart(tx, userId, key, units)),
    revoke: () => change((known, tx) => known.revoke(tx, userId, key)),
    restore: () => change((known, tx) => known.restore(tx, userId, key)),
    revokeWithoutDebt: () => change((known, tx) => known.revokeWithoutDebt(tx, userId, key)),
    moveExpiry: (days: number) => change((known, tx) => known.moveExpiry(tx, userId, key, { expiresAt: inDays(days) })),
    endAllBut: (keys: string[]) => change((known, tx) => known.endPlanCredits(tx, userId, keys)),
    key,
    /** `available reserved debt` in units. */
    account: async () =>
      (
        await row<{ line: string }>(
          db.dataSource,
          `select concat_ws(' ', available, reserved, debt) as line from credit_accounts where user_id = $1`,
          [userId],
        )
      )?.line,
  };
}

test('a total that is told again after an image failed is taken once more, as far as it is due', async () => {
  const user = await subscriber();
  const first = await user.submit();
  await user.revokeWithoutDebt();
  await user.fail(first);
  await user.restore();
  const second = await user.submit();
  await user.revokePart(40);
  expect(await user.account()).toBe('0 35 0');
  await user.fail(second);
  for (let reads = 0; reads < 2; reads += 1) {
    await user.revokePart(40);
    expect(await user.account()).toBe('25 0 0');
  }
});

test('an image that fails repays first what a part taken back made of it a debt', async () => {
  const user = await subscriber();
  const imageId = await user.submit();
  await user.revokePart(90);
  expect(await user.account()).toBe('0 35 25');
  await user.fail(imageId);
  expect(await user.account()).toBe('10 0 0');
});

test('an image that fails after its credits expired is owed by nobody', async () => {
  const user = await subscriber();
  const imageId = await user.submit();
  await user.endAllBut([]);
  await user.revokePart(90);
  expect(await user.account()).toBe('0 35 25');
  await user.fail(imageId);
  expect(await user.account()).toBe('0 0 0');
});

test('what an image gave back to a grant that was disputed before goes with a second dispute and with a part', async () => {
  const user = await subscriber();
  const imageId = await user.submit();
  await user.revoke();
  await user.restore();
  await user.fail(imageId);
  expect(await user.account()).toBe('100 0 0');
  await user.revoke();
  expect(await user.account()).toBe('0 0 0');
  await user.restore();
  expect(await user.account()).toBe('100 0 0');
  await user.revokePart(90);
  expect(await user.account()).toBe('10 0 0');
});

const withReturnedCredits = async () => {
  const user = await subscriber();
  const imageId = await user.submit();
  await user.revokeWithoutDebt();
  await user.restore();
  await user.fail(imageId);
  return user;
};

test('an image that fails once a refund was refused gives its credits back', async () => {
  const user = await withReturnedCredits();
  expect(await user.account()).toBe('100 0 0');
});

test('what came back after a refund was refused, and is used again, is owed like any other', async () => {
  const user = await withReturnedCredits();
  await user.submit();
  await user.submit();
  expect(await user.account()).toBe('30 70 0');
  await user.revoke();
  expect(await user.account()).toBe('0 70 70');
});

test('what expired repays only the debt of its own dispute once that is won', async () => {
  const user = await subscriber();
  const grant = (sourceKey: string, units: number) =>
    change((known, tx) =>
      known.grant(tx, { userId: user.userId, kind: 'adjustment', sourceKey, units, expiresAt: null }),
    );
  const [first, other] = [await user.submit(), `other:${randomUUID()}`];
  await user.submit();
  await user.endAllBut([]);
  await ledger.expireGrants(user.userId);
  await user.revokePart(40);
  expect(await user.account()).toBe('0 70 10');
  await grant(`repaying:${user.userId}`, 10);
  await user.fail(first);
  await grant(other, 35);
  await user.submit();
  await change((known, tx) => known.revoke(tx, user.userId, other));
  expect(await user.account()).toBe('0 70 35');
  await user.revoke();
  expect(await user.account()).toBe('0 70 60');
  await user.restore();
  await user.revokePart(40);
  await ledger.expireGrants(user.userId);
  expect(await user.account()).toBe('0 70 35');
});

test('what was restored for the fifth time can be taken back like the first', async () => {
  const user = await subscriber();
  for (let times = 0; times < 5; times += 1) {
    await user.revokeWithoutDebt();
    expect(await user.account()).toBe('0 0 0');
    await user.restore();
    expect(await user.account()).toBe('100 0 0');
  }
  await user.revokePart(40);
  expect(await user.account()).toBe('60 0 0');
  await user.revoke();
  expect(await user.account()).toBe('0 0 0');
});

test('what was restored of a month lives as long as the month, and ends with it', async () => {
  const user = await subscriber();
  await user.revoke();
  await user.restore();
  await user.moveExpiry(40);
  await rows(db.dataSource, `update billing_clock set shift_seconds = ${35 * DAY}`);
  await ledger.expireGrants(user.userId);
  await user.endAllBut([user.key]);
  expect(await user.account()).toBe('100 0 0');
  await user.endAllBut([]);
  expect(await user.account()).toBe('0 0 0');
});

test('what came back to a disputed grant, and is left, does not end what a won dispute restores', async () => {
  const user = await subscriber();
  const imageId = await user.submit();
  await user.revoke();
  await giveUnits(db.dataSource, user.userId, 35);
  await user.fail(imageId);
  expect(await user.account()).toBe('35 0 0');
  await user.endAllBut([]);
  await user.restore();
  await ledger.expireGrants(user.userId);
  expect(await user.account()).toBe('135 0 0');
});

test('what expired is not taken back as if it were left, so that a dispute that is won repays no other debt with it', async () => {
  const user = await subscriber();
  const other = `plan:${randomUUID()}`;
  const { userId } = user;
  const month = { userId, kind: 'plan_month', sourceKey: other, units: 35, expiresAt: inDays(20) } as const;
  await change((known, tx) => known.grant(tx, month));
  await closeImage(db.dataSource, ledger, { userId, imageId: await user.submit(), delivered: true });
  await change((known, tx) => known.revoke(tx, userId, other));
  // Not swept yet.
  await rows(db.dataSource, `update billing_clock set shift_seconds = ${35 * DAY}`);
  await user.revoke();
  await user.restore();
  await ledger.expireGrants(userId);
  expect(await user.account()).toBe('0 0 35');
});

test('what comes back after the account was removed expires, also when its debt went to another account', async () => {
  const user = await subscriber();
  const imageId = await user.submit();
  const owners = new AllowanceOwners(testConfig());
  await inTransaction(db.dataSource, (tx) =>
    new EraseCredits(new AccountErasers(), owners).endInTransaction(tx, user.userId),
  );
  await user.revoke();
  await rows(
    db.dataSource,
    `with carried as (update credit_accounts set debt = 0 where user_id = $1)
     insert into ledger_entries (user_id, kind, d_debt, key) values ($1, 'debt_repay', -35, 'debt_carry:' || $1::text)`,
    [user.userId],
  );
  await user.fail(imageId);
  expect(await user.account()).toBe('0 0 0');
  await giveUnits(db.dataSource, user.userId, 10, -1);
  expect(await new GrantSweeper(db.dataSource).sweep()).toBe(1);
});

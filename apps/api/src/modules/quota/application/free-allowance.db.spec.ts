import type { Plan } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { closeImage, createUser, creditLedger, submitImages } from '../../../../test/support/credits/credits.js';
import { useDatabaseClock } from '../../../../test/support/database/database-clock.js';
import { untilBlocked } from '../../../../test/support/database/database-locks.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { untilDayIsLong } from '../../../../test/support/timing/one-day.js';
import { rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { GrantSweeper } from '../jobs/grant-sweeper.js';
import { lockAccount } from '../persistence/accounts.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);

beforeEach(untilDayIsLong);
afterEach(async () => {
  await new GrantSweeper(db.dataSource).sweep();
  await expectInvariants(db.dataSource);
});

/** `units until` of each free month ever granted to an account, oldest first. */
const freeMonths = async (userId: string): Promise<string[]> =>
  (
    await rows<{ line: string }>(
      db.dataSource,
      `select amount || ' ' || to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as line
         from credit_grants where user_id = $1 and kind = 'free_month' order by id`,
      [userId],
    )
  ).map(({ line }) => line);

const endOfThisMonth = async (): Promise<string> => {
  const [end] = await rows<{ at: string }>(
    db.dataSource,
    `select to_char(date_trunc('month', now() at time zone 'UTC') + interval '1 month', 'YYYY-MM-DD"T"HH24:MI:SS') as at`,
  );
  return end?.at ?? '';
};

/** Lets the free month that was granted be that of an earlier month. */
const moveToLastMonth = (userId: string): Promise<unknown> =>
  rows(db.dataSource, `update credit_grants set source_key = source_key || '-earlier' where user_id = $1`, [userId]);

describe('the free month', () => {
  test('is there after the first call, ends with the UTC month and is written by a keyed hash of the identity', async () => {
    const userId = await createUser(db.dataSource, { subject: 'subject-4711' });
    await ledger.ensureAllowance(userId);
    expect(await freeMonths(userId)).toEqual([`50 ${await endOfThisMonth()}`]);
    const [grant] = await rows<{ source_key: string }>(
      db.dataSource,
      `select source_key from credit_grants where user_id = $1`,
      [userId],
    );
    expect(grant?.source_key).toMatch(/^free:[0-9a-f]{64}:\d{4}-\d{2}$/);
  });

  test('comes once, also for 40 first calls at once in two processes', async () => {
    const userId = await createUser(db.dataSource);
    const processes = [creditLedger(db.dataSource), creditLedger(db.dataSource)];
    await Promise.all(
      Array.from({ length: 20 }, () => processes.map((process) => process.ensureAllowance(userId))).flat(),
    );
    expect(await freeMonths(userId)).toHaveLength(1);
    expect(await ledger.balance(db.dataSource, userId)).toEqual({ availableUnits: 50, reservedUnits: 0 });
  });

  test('follows the plan: none while it is paid, granted again by the first call after it is free', async () => {
    const userId = await createUser(db.dataSource, { plan: 'pro' });
    const setPlan = (plan: Plan) => rows(db.dataSource, `update users set plan = $2 where id = $1`, [userId, plan]);
    const process = creditLedger(db.dataSource);
    await process.ensureAllowance(userId);
    expect(await freeMonths(userId)).toEqual([]);
    await setPlan('free');
    await process.ensureAllowance(userId);
    expect(await freeMonths(userId)).toHaveLength(1);
    await setPlan('enterprise');
    await moveToLastMonth(userId);
    await process.ensureAllowance(userId);
    expect(await freeMonths(userId)).toHaveLength(1);
  });

  test('earns nothing by removing the account and coming back with the same identity', async () => {
    const first = await createUser(db.dataSource, { subject: 'comes-back' });
    await ledger.ensureAllowance(first);
    await rows(db.dataSource, `delete from identities where user_id = $1`, [first]);
    await rows(db.dataSource, `update users set deleted_at = now() where id = $1`, [first]);
    const second = await createUser(db.dataSource, { subject: 'comes-back' });
    await ledger.ensureAllowance(second);
    expect(await freeMonths(second)).toEqual([]);
    expect(await submitImages(ledger, second)).toBeNull();
  });

  test('is not for an account that was removed', async () => {
    const userId = await createUser(db.dataSource);
    await rows(db.dataSource, `update users set deleted_at = now() where id = $1`, [userId]);
    await ledger.ensureAllowance(userId);
    expect(await freeMonths(userId)).toEqual([]);
  });

  test('is not for an account that is removed while it is about to come, and waits for who comes back', async () => {
    const userId = await createUser(db.dataSource, { subject: 'just-removed' });
    const ensured = await inTransaction(db.dataSource, async (tx) => {
      await lockAccount(tx, userId);
      const waiting = ledger.ensureAllowance(userId);
      await untilBlocked(tx);
      await rows(tx, `delete from identities where user_id = $1`, [userId]);
      await rows(tx, `update users set deleted_at = now() where id = $1`, [userId]);
      return { waiting };
    });
    await ensured.waiting;
    expect(await freeMonths(userId)).toEqual([]);
    const again = await createUser(db.dataSource, { subject: 'just-removed' });
    await ledger.ensureAllowance(again);
    expect(await freeMonths(again)).toHaveLength(1);
  });

  test.each(['pro', 'enterprise'] as const)('is not for the plan %s', async (plan) => {
    const userId = await createUser(db.dataSource, { plan });
    await ledger.ensureAllowance(userId);
    expect(await freeMonths(userId)).toEqual([]);
  });

  test.each([
    { FREE_ALLOWANCE: 'both', months: 1 },
    { FREE_ALLOWANCE: 'monthly', months: 1 },
    { FREE_ALLOWANCE: 'daily', months: 0 },
    { FREE_ALLOWANCE: 'none', months: 0 },
  ])('with FREE_ALLOWANCE=$FREE_ALLOWANCE is granted $months times', async ({ months, ...environment }) => {
    const userId = await createUser(db.dataSource);
    await creditLedger(db.dataSource, environment).ensureAllowance(userId);
    expect(await freeMonths(userId)).toHaveLength(months);
  });

  test('has the size that the installation sets, and none at 0', async () => {
    const [some, none] = [await createUser(db.dataSource), await createUser(db.dataSource)];
    await creditLedger(db.dataSource, { FREE_MONTHLY_CREDITS: '12.5' }).ensureAllowance(some);
    await creditLedger(db.dataSource, { FREE_MONTHLY_CREDITS: '0' }).ensureAllowance(none);
    expect(await freeMonths(some)).toEqual([`125 ${await endOfThisMonth()}`]);
    expect(await freeMonths(none)).toEqual([]);
  });
});

describe('at the border of a month', () => {
  const clock = useDatabaseClock(db);
  /** Each call is the first of a process that knows nothing yet. */
  const freshLedger = () => creditLedger(clock.dataSource);

  test.each([
    ['2026-01-31T23:59:59.9Z', '2026-02-01T00:00:00Z', ['50 2026-02-01T00:00:00', '50 2026-03-01T00:00:00']],
    ['2025-12-31T23:59:59.9Z', '2026-01-01T00:00:00Z', ['50 2026-01-01T00:00:00', '50 2026-02-01T00:00:00']],
    ['2024-02-28T23:59:59.9Z', '2024-02-29T12:00:00Z', ['50 2024-03-01T00:00:00']],
    ['2024-01-01T00:00:00Z', '2024-01-31T23:59:59.9Z', ['50 2024-02-01T00:00:00']],
  ])('%s and %s', async (before, after, months) => {
    const userId = await createUser(db.dataSource);
    for (const time of [before, after]) {
      await clock.set(time);
      await freshLedger().ensureAllowance(userId);
      await freshLedger().ensureAllowance(userId);
    }
    expect(await freeMonths(userId)).toEqual(months);
  });

  test('what is left of the old month is gone, and the new month is there', async () => {
    const userId = await createUser(db.dataSource);
    await clock.set('2026-04-30T23:00:00Z');
    await freshLedger().ensureAllowance(userId);
    await clock.set('2026-05-01T00:00:00Z');
    expect(await ledger.balance(clock.dataSource, userId)).toEqual({ availableUnits: 0, reservedUnits: 0 });
    await freshLedger().ensureAllowance(userId);
    expect(await ledger.balance(clock.dataSource, userId)).toEqual({ availableUnits: 50, reservedUnits: 0 });
  });

  test('an image that was started at 23:59 and fails after midnight carries nothing into the new month', async () => {
    const userId = await createUser(db.dataSource);
    await clock.set('2026-06-30T23:59:00Z');
    const process = freshLedger();
    await process.ensureAllowance(userId);
    const [imageId = ''] = (await submitImages(process, userId)) ?? [];
    await clock.set('2026-07-01T00:01:00Z');
    await freshLedger().ensureAllowance(userId);
    await closeImage(clock.dataSource, process, { userId, imageId, delivered: false });
    expect(await ledger.balance(clock.dataSource, userId)).toEqual({ availableUnits: 50, reservedUnits: 0 });
    expect(await submitImages(process, userId, { count: 2 })).toBeNull();
  });
});

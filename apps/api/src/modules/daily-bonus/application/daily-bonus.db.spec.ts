import { afterEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createUser, creditLedger, dailyBonus } from '../../../../test/support/credits/credits.js';
import { testConfig } from '../../../../test/support/config.js';
import { useDatabaseClock } from '../../../../test/support/database/database-clock.js';
import { untilBlocked } from '../../../../test/support/database/database-locks.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { expectUnchanged } from '../../../../test/support/database/unchanged.js';
import { rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { UserEvent } from '../../../platform/events/user-events.js';
import { GrantSweeper } from '../../quota/jobs/grant-sweeper.js';
import { lockAccount } from '../../quota/persistence/accounts.js';
import type { DailyBonus } from './daily-bonus.js';

const db = useDatabase();
const clock = useDatabaseClock(db);
const ledger = creditLedger(db.dataSource);

const heard: UserEvent[] = [];
const events = { publish: (_: string, event: UserEvent) => void heard.push(event), subscribe: () => () => undefined };
/** As one process has it. */
const bonus = (dataSource: DataSource = db.dataSource, environment: Record<string, string> = {}): DailyBonus =>
  dailyBonus(dataSource, testConfig(environment), events);

afterEach(async () => {
  heard.length = 0;
  await new GrantSweeper(db.dataSource).sweep();
  await expectInvariants(db.dataSource);
});

/** `units until` of each bonus ever granted to an account, oldest first. */
const bonuses = async (userId: string): Promise<string[]> =>
  (
    await rows<{ line: string }>(
      db.dataSource,
      `select amount || ' ' || to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as line
         from credit_grants where user_id = $1 and kind = 'bonus' order by id`,
      [userId],
    )
  ).map(({ line }) => line);

const remove = async (userId: string): Promise<void> => {
  await rows(db.dataSource, `delete from identities where user_id = $1`, [userId]);
  await rows(db.dataSource, `update users set deleted_at = now() where id = $1`, [userId]);
};

/** Claims at each of these times, and says what came of it. */
async function claimAt(userId: string, times: string[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const time of times) {
    await clock.set(time);
    outcomes.push(await bonus(clock.dataSource).claim(userId));
  }
  return outcomes;
}

const day = (month: string, n: number): string => `${month}-${String(n).padStart(2, '0')}T12:00:00Z`;

describe('a claim', () => {
  test('grants a credit until the end of the next month, and publishes it to the user’s event stream', async () => {
    const userId = await createUser(db.dataSource);
    expect(await claimAt(userId, ['2026-01-31T23:59:59Z'])).toEqual(['claimed']);
    expect(await bonuses(userId)).toEqual(['10 2026-03-01T00:00:00']);
    expect(heard).toEqual([{ name: 'quota', data: {} }]);
  });

  test('of a newcomer now can be spent, and names the person by a keyed hash alone', async () => {
    const userId = await createUser(db.dataSource, { subject: 'subject-0815' });
    expect(await bonus().claim(userId)).toBe('claimed');
    expect(await ledger.balance(db.dataSource, userId)).toEqual({ availableUnits: 10, reservedUnits: 0 });
    const [grant] = await rows<{ source_key: string }>(
      db.dataSource,
      `select source_key from credit_grants where user_id = $1`,
      [userId],
    );
    expect(grant?.source_key).toMatch(/^bonus:[0-9a-f]{64}:\d{4}-\d{2}-\d{2}$/);
  });

  test('made 100 times at once in two processes gives one credit', async () => {
    const userId = await createUser(db.dataSource);
    const processes = [bonus(), bonus()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => processes.map((process) => process.claim(userId))).flat(),
    );
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'claimed_today')).toHaveLength(99);
    expect(await bonuses(userId)).toHaveLength(1);
    expect(heard).toHaveLength(1);
  });

  test('is refused a second time in a day and a sixth time in a month, with nothing changed', async () => {
    const userId = await createUser(db.dataSource);
    const days = [1, 2, 3, 15, 28].map((n) => day('2026-02', n));
    expect(await claimAt(userId, days)).toEqual(days.map(() => 'claimed'));
    await expectUnchanged(
      db.dataSource,
      async () => {
        expect(await claimAt(userId, ['2026-02-28T23:59:59.9Z'])).toEqual(['month_is_full']);
      },
      { except: ['time'] },
    );
    expect(await claimAt(userId, ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.9Z'])).toEqual([
      'claimed',
      'claimed_today',
    ]);
  });

  test.each([
    ['2026-01-31T23:59:59.9Z', '2026-02-01T00:00:00Z'],
    ['2025-12-31T23:59:59.9Z', '2026-01-01T00:00:00Z'],
    ['2024-02-29T23:59:59.9Z', '2024-03-01T00:00:00Z'],
    // 00:30 of the next day in Shanghai, where the connections of this test are.
    ['2026-05-09T16:30:00Z', '2026-05-10T00:00:00Z'],
  ])('at %s and at %s are two days; a day is UTC', async (before, after) => {
    const userId = await createUser(db.dataSource);
    expect(await claimAt(userId, [before, before, after, after])).toEqual([
      'claimed',
      'claimed_today',
      'claimed',
      'claimed_today',
    ]);
  });

  test('cannot be had again by a clock that goes back', async () => {
    const userId = await createUser(db.dataSource);
    expect(await claimAt(userId, [day('2026-04', 10), day('2026-04', 9)])).toEqual(['claimed', 'claimed_today']);
  });

  test('is not for a plan, and is there again when the plan has ended', async () => {
    const userId = await createUser(db.dataSource, { plan: 'pro' });
    expect(await bonus().claim(userId)).toBe('subscribed');
    await rows(db.dataSource, `update users set plan = 'free' where id = $1`, [userId]);
    expect(await bonus().claim(userId)).toBe('claimed');
  });

  test.each([
    ['both', 'claimed', 1],
    ['daily', 'claimed', 1],
    ['monthly', 'not_offered', 0],
    ['none', 'not_offered', 0],
  ])('with FREE_ALLOWANCE=%s is %s', async (allowance, outcome, granted) => {
    const userId = await createUser(db.dataSource);
    expect(await bonus(db.dataSource, { FREE_ALLOWANCE: allowance }).claim(userId)).toBe(outcome);
    expect(await bonuses(userId)).toHaveLength(granted);
  });

  test('of an account that is gone is nobody’s', async () => {
    const userId = await createUser(db.dataSource);
    await remove(userId);
    await expect(bonus().claim(userId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(bonus().status(userId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

test('a claim that is about to be granted while the account is removed is nobody’s, and the day is not spent', async () => {
  const subject = 'removed-while-claiming';
  const userId = await createUser(db.dataSource, { subject });
  const claimed = await inTransaction(db.dataSource, async (tx) => {
    await lockAccount(tx, userId);
    const waiting = bonus().claim(userId);
    waiting.catch(() => undefined);
    await untilBlocked(tx);
    await rows(tx, `delete from identities where user_id = $1`, [userId]);
    await rows(tx, `update users set deleted_at = now() where id = $1`, [userId]);
    return { waiting };
  });
  await expect(claimed.waiting).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await bonuses(userId)).toEqual([]);
  expect(await bonus().claim(await createUser(db.dataSource, { subject }))).toBe('claimed');
});

describe('two walls, each enough by itself:', () => {
  test('a mark that forgot the day does not let it be granted again', async () => {
    const userId = await createUser(db.dataSource);
    await bonus().claim(userId);
    await rows(db.dataSource, `delete from identity_marks`);
    await expectUnchanged(db.dataSource, async () => {
      expect(await bonus().claim(userId)).toBe('claimed_today');
    });
  });

  test('a mark that knows the day does not let it be granted under another key', async () => {
    const userId = await createUser(db.dataSource);
    await bonus().claim(userId);
    await rows(db.dataSource, `update credit_grants set source_key = 'another' where user_id = $1`, [userId]);
    expect(await bonus().claim(userId)).toBe('claimed_today');
    expect(await bonuses(userId)).toHaveLength(1);
    await rows(db.dataSource, `update credit_grants set source_key = $2 where user_id = $1`, [userId, randomUUID()]);
  });
});

describe('who comes back with the same identity after removing the account', () => {
  const subject = 'comes-back-for-more';

  test('finds the day claimed and the month counted', async () => {
    const first = await createUser(db.dataSource, { subject });
    await claimAt(
      first,
      [1, 2, 3].map((n) => day('2026-06', n)),
    );
    await remove(first);
    const second = await createUser(db.dataSource, { subject });
    expect(
      await claimAt(
        second,
        [3, 4, 5, 6].map((n) => day('2026-06', n)),
      ),
    ).toEqual(['claimed_today', 'claimed', 'claimed', 'month_is_full']);
    expect(await bonus(clock.dataSource).status(second)).toEqual({
      canClaim: false,
      monthlyCount: 5,
      monthlyLimit: 5,
      lastClaimDate: '2026-06-05',
      nextClaimAt: '2026-07-01T00:00:00.000Z',
      bonusCredits: 1,
    });
  });

  test('is not mixed up with anybody else', async () => {
    const other = await createUser(db.dataSource);
    expect(await claimAt(other, [day('2026-06', 6)])).toEqual(['claimed']);
  });
});

test('an account with two identities is counted by the one that it began with, and claims once', async () => {
  const userId = await createUser(db.dataSource, { subject: 'the-first' });
  const link = (subject: string, owner: string) =>
    rows(
      db.dataSource,
      `insert into identities (provider, subject, user_id, created_at) values ('google', $1, $2, now() + interval '1 h')`,
      [subject, owner],
    );
  await link('the-second', userId);
  expect(await claimAt(userId, [day('2026-08', 1), day('2026-08', 1)])).toEqual(['claimed', 'claimed_today']);
  await remove(userId);
  const again = await createUser(db.dataSource, { subject: 'the-first' });
  expect(await claimAt(again, [day('2026-08', 1)])).toEqual(['claimed_today']);
});

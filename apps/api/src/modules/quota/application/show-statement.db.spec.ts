import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { StatementLine } from '@app/contracts';
import {
  closeImage,
  createUser,
  creditLedger,
  giveUnits,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { readAll, readPage, withoutThumbnails } from '../../../../test/support/credits/statement.js';
import { untilDayIsLong } from '../../../../test/support/timing/one-day.js';
import { rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { ShowStatement } from './show-statement.js';

const db = useDatabase(4);
const ledger = creditLedger(db.dataSource);
const statement = new ShowStatement(db.dataSource, ledger, withoutThumbnails());

// Far from UTC, by which days are counted whatever a session says.
beforeAll(async () => {
  await rows(
    db.dataSource,
    `do $$ begin execute format('alter database %I set timezone to ''Asia/Shanghai''', current_database()); end $$`,
  );
  await db.dataSource.destroy();
  await db.dataSource.initialize();
});
beforeEach(untilDayIsLong);
afterEach(() => expectInvariants(db.dataSource));

/** Somebody without a free month. */
const newcomer = () => createUser(db.dataSource, { plan: 'pro' });
const submit = async (userId: string): Promise<string> => {
  const [id] = (await submitImages(ledger, userId)) ?? [];
  if (id === undefined) throw new Error('not affordable');
  return id;
};
const close = (userId: string, imageId: string, delivered: boolean) =>
  closeImage(db.dataSource, ledger, { userId, imageId, delivered });
const grant = (userId: string, kind: 'adjustment' | 'free_month', units: number, expiresAt: Date | null = null) =>
  inTransaction(db.dataSource, (tx) =>
    ledger.grant(tx, { userId, kind, sourceKey: `${kind}:${userId}`, units, expiresAt }),
  );
const figures = ({ id, kind, credits, amount, balance }: StatementLine) => [id, kind, credits, amount, balance];

/** Writes the times of a person's entries anew, oldest first. */
async function setTimes(userId: string, times: string[]): Promise<void> {
  await rows(db.dataSource, `alter table ledger_entries disable trigger user`);
  await rows(
    db.dataSource,
    `update ledger_entries l set created_at = t.at
       from (select id, row_number() over (order by id) as n from ledger_entries where user_id = $1) own
       join unnest($2::timestamptz[]) with ordinality as t (at, n) on t.n = own.n where l.id = own.id`,
    [userId, times],
  );
  await rows(db.dataSource, `alter table ledger_entries enable trigger user`);
}

describe('a statement', () => {
  test('is empty for somebody who never had credits', async () => {
    expect(await readPage(statement, await newcomer())).toEqual({
      data: [],
      page: 1,
      limit: 100,
      total: 0,
      openingBalance: 0,
      closingBalance: 0,
    });
  });

  test('takes the price of a delivered image once, when it is asked for', async () => {
    const userId = await newcomer();
    await giveUnits(db.dataSource, userId, 100);
    await close(userId, await submit(userId), true);
    expect((await readAll(statement, userId)).map(figures)).toEqual([
      [3, 'charge', 0, 3.5, 6.5],
      [2, 'hold', -3.5, 3.5, 6.5],
      [1, 'grant', 10, 10, 10],
    ]);
  });

  test('puts the price of an image that was not delivered back', async () => {
    const userId = await newcomer();
    await giveUnits(db.dataSource, userId, 100);
    await close(userId, await submit(userId), false);
    expect((await readAll(statement, userId)).slice(0, 2).map(figures)).toEqual([
      [3, 'return', 3.5, 3.5, 10],
      [2, 'hold', -3.5, 3.5, 6.5],
    ]);
  });

  test('tells of a return to a grant that had expired meanwhile, and of its end', async () => {
    const userId = await newcomer();
    const grantId = await giveUnits(db.dataSource, userId, 50, 3600);
    const imageId = await submit(userId);
    await rows(db.dataSource, `update credit_grants set expires_at = '2026-01-31T12:00:00Z' where id = $1`, [grantId]);
    await close(userId, imageId, false);
    const lines = await readAll(statement, userId);
    expect(lines.map(figures)).toEqual([
      [5, 'expire', -1.5, 1.5, 0],
      [4, 'expire', -3.5, 3.5, 1.5],
      [3, 'return', 3.5, 3.5, 5],
      [2, 'hold', -3.5, 3.5, 1.5],
      [1, 'grant', 5, 5, 5],
    ]);
    const expired = { kind: 'adjustment', expiresAt: '2026-01-31T12:00:00.000Z', invoice: null };
    expect(lines.map((line) => line.grant)).toEqual([expired, expired, null, null, expired]);
    expect(lines.map(({ picture: image }) => image?.imageId)).toEqual([
      undefined,
      imageId,
      imageId,
      imageId,
      undefined,
    ]);
  });

  test('tells of credits that were taken back and are owed, and of the grant that makes up for them', async () => {
    const userId = await newcomer();
    await giveUnits(db.dataSource, userId, 1);
    await rows(db.dataSource, `update credit_accounts set debt = 15 where user_id = $1`, [userId]);
    await rows(
      db.dataSource,
      `insert into ledger_entries (user_id, kind, d_debt, key) values ($1, 'clawback', 15, $2)`,
      [userId, `clawback:${userId}`],
    );
    await grant(userId, 'adjustment', 20);
    const lines = await readAll(statement, userId);
    expect(lines.slice(0, 3).map(figures)).toEqual([
      [4, 'debt_repay', -1.5, 1.5, 0.6],
      [3, 'grant', 2, 2, 2.1],
      [2, 'clawback', 0, 1.5, 0.1],
    ]);
    expect(lines[1]?.grant).toEqual({ kind: 'adjustment', expiresAt: null, invoice: null });
  });

  test('names the free month that is due, which it brings about itself', async () => {
    const userId = await createUser(db.dataSource);
    const { data, closingBalance } = await readPage(statement, userId);
    const now = new Date();
    const monthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    expect(data.map(({ kind, credits, grant: from }) => [kind, credits, from])).toEqual([
      ['grant', 5, { kind: 'free_month', expiresAt: monthEnd, invoice: null }],
    ]);
    expect(closingBalance).toBe(5);
  });

  test('ends with what can be spent, although nothing has swept what expired', async () => {
    const userId = await newcomer();
    await giveUnits(db.dataSource, userId, 40, -1);
    await giveUnits(db.dataSource, userId, 7);
    const { data, closingBalance } = await readPage(statement, userId);
    expect(data.map(({ kind }) => kind)).toEqual(['expire', 'grant', 'grant']);
    expect([closingBalance, data[0]?.balance]).toEqual([0.7, 0.7]);
  });

  test('holds nothing of anybody else', async () => {
    const [rich, poor] = [await newcomer(), await newcomer()];
    await giveUnits(db.dataSource, rich, 100);
    await submit(rich);
    await giveUnits(db.dataSource, poor, 3);
    expect((await readAll(statement, poor)).map(figures)).toEqual([[1, 'grant', 0.3, 0.3, 0.3]]);
  });
});

describe('the image of a line', () => {
  const promptOf = async (prompt: string): Promise<StatementLine['picture'] | undefined> => {
    const userId = await newcomer();
    await giveUnits(db.dataSource, userId, 100);
    const imageId = await submit(userId);
    await rows(db.dataSource, `update generations set prompt = $2 where id = $1`, [imageId, prompt]);
    return (await readAll(statement, userId))[0]?.picture;
  };

  test.each([
    ['a fox', 'a fox'],
    ['狐'.repeat(80), '狐'.repeat(80)],
    ['🦊'.repeat(81), `${'🦊'.repeat(79)}…`],
  ])('is named by the beginning of its prompt', async (prompt, shown) => {
    expect((await promptOf(prompt))?.prompt).toBe(shown);
  });

  test('is named by generation and frame number, each image of a generation by its own', async () => {
    const userId = await newcomer();
    await giveUnits(db.dataSource, userId, 100);
    const ids = (await submitImages(ledger, userId, { count: 2 })) ?? [];
    const images = (await readAll(statement, userId, { kind: 'hold' })).map(({ picture: image }) => image);
    expect(new Set(images.map((image) => image?.imageId))).toEqual(new Set(ids));
    expect(new Set(images.map((image) => image?.generationId))).toEqual(new Set([ids[0]]));
    expect(new Set(images.map((image) => image?.frameNumber)).size).toBe(2);
  });

  test('says when it was deleted, and nothing of what it showed', async () => {
    const userId = await newcomer();
    await giveUnits(db.dataSource, userId, 100);
    const imageId = await submit(userId);
    await close(userId, imageId, true);
    await rows(db.dataSource, `update images set deleted_at = now() where id = $1`, [imageId]);
    const lines = await readAll(statement, userId);
    expect(lines.map(({ picture: image }) => image && [image.imageId, image.prompt, image.isDeleted])).toEqual([
      [imageId, null, true],
      [imageId, null, true],
      null,
    ]);
    expect(lines[0]?.balance).toBe(6.5);
  });
});

describe('a period', () => {
  /** Ten grants of 1, 2, 4 … units around two midnights. */
  const withTimes = async (times: string[]): Promise<string> => {
    const userId = await newcomer();
    for (const index of times.keys()) await giveUnits(db.dataSource, userId, 2 ** index);
    await setTimes(userId, times);
    return userId;
  };
  const TIMES = [
    '2026-02-28T23:59:59.999Z',
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T00:00:00.000Z',
  ];

  test.each([
    [{}, [4, 3, 2, 1], 0, 1.5],
    [{ from: '2026-03-01' }, [4, 3, 2], 0.1, 1.5],
    [{ to: '2026-03-01' }, [3, 2, 1], 0, 0.7],
    [{ from: '2026-03-01', to: '2026-03-01' }, [3, 2], 0.1, 0.7],
    [{ from: '2026-03-03' }, [], 1.5, 1.5],
    [{ to: '2026-02-27' }, [], 0, 0],
    [{ from: '2026-03-01', to: '2026-03-02', kind: 'expire' }, [], 0.1, 1.5],
    [{ from: '0001-01-01', to: '9999-12-31' }, [4, 3, 2, 1], 0, 1.5],
  ] as const)('%j has the lines %j between its balances', async (filter, ids, openingBalance, closingBalance) => {
    const userId = await withTimes(TIMES);
    const read = await readPage(statement, userId, filter);
    expect(read.data.map(({ id }) => id)).toEqual(ids);
    expect(read).toMatchObject({ total: ids.length, openingBalance, closingBalance });
  });

  test('has no gap where an entry waited for one that began later', async () => {
    const userId = await withTimes(['2026-03-02T00:00:00.100Z', '2026-03-01T23:59:59.900Z', '2026-03-02T08:00:00Z']);
    const read = await readPage(statement, userId, { from: '2026-03-02' });
    expect(read.data.map(({ id, at }) => [id, at])).toEqual([
      [3, '2026-03-02T08:00:00.000Z'],
      [2, '2026-03-02T00:00:00.100Z'],
      [1, '2026-03-02T00:00:00.100Z'],
    ]);
    expect([read.openingBalance, read.closingBalance]).toEqual([0, 0.7]);
    expect(await readPage(statement, userId, { to: '2026-03-01' })).toMatchObject({ total: 0, closingBalance: 0 });
  });
});

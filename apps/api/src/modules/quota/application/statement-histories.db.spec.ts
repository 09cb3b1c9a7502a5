import { afterEach, describe, expect, test } from '@jest/globals';
import { STATEMENT_KINDS, type StatementFilter, type StatementLine } from '@app/contracts';
import {
  closeImage,
  createUser,
  creditLedger,
  giveUnits,
  moveExpiry,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { parseCsv } from '../../../../test/support/http/csv.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { inParallel } from '../../../../test/support/timing/in-parallel.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { RACE_ROUNDS } from '../../../../test/support/timing/race-rounds.js';
import { readAll, readFile, readPage, withoutThumbnails } from '../../../../test/support/credits/statement.js';
import { rows } from '../../../platform/database/rows.js';
import { ShowStatement } from './show-statement.js';

const db = useDatabase(8);
const ledger = creditLedger(db.dataSource);
const statement = new ShowStatement(db.dataSource, ledger, withoutThumbnails());

afterEach(() => expectInvariants(db.dataSource));

/** Numbers 0 … below `limit`, the same for the same seed (mulberry32). */
const numbers = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};

const PROMPTS = ['a fox', '=HYPERLINK("http://x")', 'two\nlines, and "quotes"', '-一只狐狸', '   @x', '🦊'];

/** An account with every kind of credit entry, in a random order drawn by `seed`. */
async function newAccount(seed: number, steps = 60): Promise<string> {
  const draw = numbers(seed);
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  const grants = [await giveUnits(db.dataSource, userId, 300)];
  const open: string[] = [];
  const acts = [
    async () => void grants.push(await giveUnits(db.dataSource, userId, 1 + draw(90), 60 * (1 + draw(100)))),
    async () => {
      const ids = (await submitImages(ledger, userId, { count: 1 + draw(3) })) ?? [];
      await rows(db.dataSource, `update generations set prompt = $2 where id = any($1)`, [ids, PROMPTS[draw(6)]]);
      open.push(...ids);
    },
    async () => {
      const [imageId] = open.splice(draw(Math.max(open.length, 1)), 1);
      if (imageId !== undefined) {
        await closeImage(db.dataSource, ledger, { userId, imageId, delivered: draw(2) === 0 });
      }
    },
    async () => {
      await moveExpiry(db.dataSource, grants[draw(grants.length)] ?? 0, -1);
      if (draw(2) === 0) await ledger.expireGrants(userId);
    },
    async () => {
      await rows(db.dataSource, `update images set deleted_at = now() where user_id = $1 and seq % 5 = $2`, [
        userId,
        draw(5),
      ]);
    },
  ];
  for (let step = 0; step < steps; step += 1) await acts[draw(4) % 4 === 3 && draw(3) > 0 ? 1 : draw(acts.length)]?.();
  return userId;
}

const lived = new Map<number, Promise<string>>();

/** One for each seed: what the tests do to it breaks the rule of none. */
function livedAccount(seed: number): Promise<string> {
  const account = lived.get(seed) ?? newAccount(seed);
  lived.set(seed, account);
  return account;
}

/** Spreads a person's entries over as many UTC days as there are entries, halved. */
async function spreadOverDays(userId: string): Promise<void> {
  await rows(db.dataSource, `alter table ledger_entries disable trigger user`);
  await rows(
    db.dataSource,
    `update ledger_entries l set created_at = timestamptz '2026-01-01T00:00:00Z' + own.n * interval '12 hours'
       from (select id, row_number() over (order by id) - 1 as n from ledger_entries where user_id = $1) own
      where l.id = own.id`,
    [userId],
  );
  await rows(db.dataSource, `alter table ledger_entries enable trigger user`);
}

const units = (credits: number): number => Math.round(credits * 10);
const SEEDS = RACE_ROUNDS > 10 ? [1, 2, 3, 5, 8, 13, 21, 34] : [1, 2, 3];
const READ_IN_PARTS = RACE_ROUNDS > 10 ? SEEDS : [1];

test.each(SEEDS)('after any history each balance follows from the one before, up to the account (%i)', async (seed) => {
  const userId = await livedAccount(seed);
  const lines = (await readAll(statement, userId)).toReversed();
  expect(lines.length).toBeGreaterThan(20);
  let balance = 0;
  for (const [index, line] of lines.entries()) {
    balance += units(line.credits);
    expect([line.id, units(line.balance)]).toEqual([index + 1, balance]);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  const { availableUnits } = await ledger.balance(db.dataSource, userId);
  expect(balance).toBe(availableUnits);
  const { closingBalance, openingBalance } = await readPage(statement, userId);
  expect([units(openingBalance), units(closingBalance)]).toEqual([0, availableUnits]);
});

test('the histories have every kind of line that an image or a grant can leave, deleted images included', async () => {
  const lines = [];
  for (const seed of SEEDS) lines.push(...(await readAll(statement, await livedAccount(seed))));
  expect([...new Set(lines.map(({ kind }) => kind))].toSorted()).toEqual([
    'charge',
    'expire',
    'grant',
    'hold',
    'return',
  ]);
  expect(new Set(lines.map(({ picture: image }) => image?.isDeleted))).toEqual(new Set([undefined, false, true]));
  expect(lines.some(({ kind, picture: image }) => kind === 'expire' && image !== null)).toBe(true);
});

test('a history that is being written is read as it was at one moment', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await giveUnits(db.dataSource, userId, 5000);
  const live = async () => {
    for (let round = 0; round < 15; round += 1) {
      const [imageId = ''] = (await submitImages(ledger, userId, { model: 'sd3.5-flash' })) ?? [];
      await closeImage(db.dataSource, ledger, { userId, imageId, delivered: round % 2 === 0 });
    }
  };
  const look = async () => {
    for (let round = 0; round < 15; round += 1) {
      const { data, closingBalance, total } = await readPage(statement, userId);
      expect([data[0]?.id, data[0]?.balance]).toEqual([total, closingBalance]);
      const sum = data.reduce((credits, line) => credits + units(line.credits), 0);
      expect(sum).toBe(units(closingBalance));
    }
  };
  await inParallel(4, [live, live, look, look]);
});

describe('read in parts', () => {
  const filtersOf = (lines: StatementLine[]): StatementFilter[] => {
    const day = (index: number) => lines.at(index)?.at.slice(0, 10);
    return [
      {},
      ...STATEMENT_KINDS.map((kind) => ({ kind })),
      { from: day(Math.floor(lines.length / 3)), to: day(Math.floor((2 * lines.length) / 3)) },
      { from: day(4), kind: 'hold' },
      { to: day(-4), kind: 'charge' },
    ];
  };
  const isIn = ({ at, kind }: StatementLine, filter: StatementFilter): boolean =>
    at >= (filter.from ?? '') && at.slice(0, 10) <= (filter.to ?? '9999') && kind === (filter.kind ?? kind);

  test.each(READ_IN_PARTS)('its pages are the whole, row for row, under every filter (%i)', async (seed) => {
    const userId = await livedAccount(seed);
    // Everything due stands in the ledger before its times are moved.
    await ledger.expireGrants(userId);
    await spreadOverDays(userId);
    const whole = await readAll(statement, userId);
    for (const filter of filtersOf(whole.toReversed())) {
      const expected = whole.filter((line) => isIn(line, filter));
      for (const limit of [1, 7, 100]) {
        expect([filter, await readAll(statement, userId, filter, limit)]).toEqual([filter, expected]);
      }
      const { total, openingBalance, closingBalance } = await readPage(statement, userId, filter);
      expect(total).toBe(expected.length);
      const ofPeriod = whole.filter((line) => isIn(line, { from: filter.from, to: filter.to }));
      const sum = ofPeriod.reduce((credits, line) => credits + units(line.credits), 0);
      expect(units(closingBalance) - units(openingBalance)).toBe(sum);
      expect(ofPeriod[0]?.balance).toBe(closingBalance);
      expect(await readPage(statement, userId, { ...filter, page: 10_000 })).toMatchObject({ data: [], total });
    }
  });

  test.each(READ_IN_PARTS)('its file is the whole, cell for cell, under every filter (%i)', async (seed) => {
    const userId = await livedAccount(seed);
    await ledger.expireGrants(userId);
    await spreadOverDays(userId);
    const whole = (await readAll(statement, userId)).toReversed();
    for (const filter of filtersOf(whole)) {
      const [head = [], ...cells] = parseCsv((await readFile(statement, userId, filter)).replace(/^\uFEFF/, ''));
      expect(head).toHaveLength(12);
      const expected = whole.filter((line) => isIn(line, filter));
      expect(cells.map((row) => readable(row))).toEqual(expected.map(cellsOf));
    }
  });

  /** What a person's program reads: numbers as numbers, text without the apostrophe that guards it. */
  const readable = (row: string[]): unknown[] =>
    row.map((cell, column) => ([0, 3, 4, 5].includes(column) ? Number(cell) : cell.replace(/^'/, '')));
  const KINDS: Record<string, string> = {
    grant: 'Received',
    hold: 'Held',
    charge: 'Charged',
    return: 'Returned',
    expire: 'Expired',
  };
  const cellsOf = ({ picture: image, grant, ...line }: StatementLine): unknown[] => [
    line.id,
    line.at.slice(0, 19).replace('T', ' '),
    KINDS[line.kind],
    line.credits,
    line.amount,
    line.balance,
    image ? String(image.frameNumber) : '',
    image ? (image.prompt ?? '(image deleted)') : '',
    image?.imageId ?? '',
    image?.generationId ?? '',
    grant ? 'Adjustment' : '',
    grant?.expiresAt?.slice(0, 19).replace('T', ' ') ?? '',
  ];
});

test('a file of more lines than are read at once has each line once', async () => {
  const userId = await createUser(db.dataSource, { plan: 'pro' });
  await rows(db.dataSource, `insert into credit_accounts (user_id, available) values ($1, 2500)`, [userId]);
  await rows(
    db.dataSource,
    `with given as (
       insert into credit_grants (user_id, kind, source_key, amount, remaining)
       select $1, 'adjustment', 'many:' || n, 1, 1 from generate_series(1, 2500) n returning id, source_key
     )
     insert into ledger_entries (user_id, kind, d_available, grant_id, key)
     select $1, 'grant', 1, id, 'grant:' || source_key from given`,
    [userId],
  );
  const [, ...cells] = parseCsv(await readFile(statement, userId));
  expect(cells.map(([id, , , , , balance]) => [Number(id), units(Number(balance))])).toEqual(
    Array.from({ length: 2500 }, (_, index) => [index + 1, index + 1]),
  );
});

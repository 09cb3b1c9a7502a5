import { expect } from '@jest/globals';
import { rows, type Sql } from '../../../src/platform/database/rows.js';
import { INVARIANTS } from '../../../src/modules/operations/invariants/invariant-statements.js';
import { plannedOnce } from '../timing/planned-once.js';

export type Invariant = keyof typeof INVARIANTS;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface Broken {
  name: Invariant;
  offending: unknown[];
}

/** A row for each broken invariant, of one snapshot, also under load. */
const BROKEN = Object.entries(INVARIANTS)
  .map(
    ([name, statement]) =>
      `select ${quoted(name)} as name, json_agg(o) as offending
         from (select * from (${statement}) offending limit 5) o having count(*) > 0`,
  )
  .join(' union all ');

/** The broken invariants with the first rows that break them. */
export async function brokenInvariants(sql: Sql): Promise<{ [name in Invariant]?: unknown[] }> {
  return byName(await rows<Broken>(sql, BROKEN));
}

const byName = (broken: Broken[]): { [name in Invariant]?: unknown[] } =>
  Object.fromEntries(broken.map(({ name, offending }) => [name, offending]));

const readBroken = plannedOnce<Broken>(
  { name: 'broken_invariants', columns: 'name text, offending json' },
  () => BROKEN,
);

/** Holds only where a sweeper runs: what tests leave open passes its deadline when they take minutes. */
const SWEPT = 'D8 nothing is open past its deadline' satisfies Invariant;

/** Fails with the name of each broken invariant and the rows that break it. Of specs, in which nothing sweeps by itself. */
export async function expectInvariants(sql: Sql): Promise<void> {
  const { [SWEPT]: _overdue, ...broken } = byName(await readBroken(sql));
  expect(broken).toEqual({});
}

import { expect } from '@jest/globals';
import { rows, type Sql } from '../../src/platform/database/rows.js';
import { INVARIANTS } from '../../src/modules/operations/invariants/invariant-statements.js';

export type Invariant = keyof typeof INVARIANTS;

/** The broken invariants with the first rows that break them. Each statement reads one snapshot, also under load. */
export async function brokenInvariants(sql: Sql): Promise<{ [name in Invariant]?: unknown[] }> {
  const broken: { [name in Invariant]?: unknown[] } = {};
  for (const [name, statement] of Object.entries(INVARIANTS) as [Invariant, string][]) {
    const offending = await rows(sql, `select * from (${statement}) offending limit 5`);
    if (offending.length > 0) broken[name] = offending;
  }
  return broken;
}

/** Holds only where a sweeper runs: what tests leave open passes its deadline when they take minutes. */
const SWEPT = 'D8 nothing is open past its deadline' satisfies Invariant;

/** Fails with the name of each broken invariant and the rows that break it. Of specs, in which nothing sweeps by itself. */
export async function expectInvariants(sql: Sql): Promise<void> {
  const { [SWEPT]: _overdue, ...broken } = await brokenInvariants(sql);
  expect(broken).toEqual({});
}

import { expect } from '@jest/globals';
import { rows, type Sql } from '../../src/platform/database/rows.js';

/** Change by what processes do by themselves. */
const OWN = ['migrations', 'leases', 'worker_slots'];

/** A line for each table, equal as long as its rows are. Hashes need no sorting, so that a look is cheap. */
export async function databaseChecksum(sql: Sql, except: string[] = []): Promise<string[]> {
  const tables = await rows<{ t: string }>(
    sql,
    `select table_name t from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [[...OWN, ...except]],
  );
  const sums = tables.map(
    ({ t }) =>
      `select '${t}: ' || count(*) || ' ' || coalesce(sum(hash_record_extended(x, 0)), 0) as line from "${t}" x`,
  );
  // One statement: one look at one moment.
  return (await rows<{ line: string }>(sql, sums.join(' union all '))).map(({ line }) => line).toSorted();
}

/** Runs `work` and shows that no row of any table changed, `except` those of the named tables. */
export async function expectUnchanged<T>(
  sql: Sql,
  work: () => Promise<T>,
  { except = [] }: { except?: string[] } = {},
): Promise<T> {
  const before = await databaseChecksum(sql, except);
  const result = await work();
  expect(await databaseChecksum(sql, except)).toEqual(before);
  return result;
}

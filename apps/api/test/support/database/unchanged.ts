import { expect } from '@jest/globals';
import { rows, type Sql } from '../../../src/platform/database/rows.js';
import { plannedOnce } from '../timing/planned-once.js';

/** Change by what processes do by themselves. */
const OWN = ['migrations', 'leases', 'worker_slots'];

/** A line for each table. Hashes need no sorting, so that a look is cheap; one statement is one look at one moment. */
const tableSums = plannedOnce<{ t: string; line: string }>(
  { name: 'table_sums', columns: 't text, line text' },
  async (sql) => {
    const tables = await rows<{ t: string }>(
      sql,
      `select table_name t from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
      [OWN],
    );
    const sums = tables.map(
      ({ t }) =>
        `select '${t}', '${t}: ' || count(*) || ' ' || coalesce(sum(hash_record_extended(x, 0)), 0) from "${t}" x`,
    );
    return sums.join(' union all ');
  },
);

/** A line for each table, equal as long as its rows are. */
export async function databaseChecksum(sql: Sql, except: string[] = []): Promise<string[]> {
  const sums = (await tableSums(sql)).filter(({ t }) => !except.includes(t));
  return sums.map(({ line }) => line).toSorted();
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

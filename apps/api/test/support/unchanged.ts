import { expect } from '@jest/globals';
import { rows, type Sql } from '../../src/platform/database/rows.js';

/** Change by what processes do by themselves. */
const OWN = ['migrations', 'leases'];

/** What every table holds, as one line per table. */
async function checksums(sql: Sql, except: string[]): Promise<string[]> {
  const tables = await rows<{ t: string }>(
    sql,
    `select table_name t from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [[...OWN, ...except]],
  );
  const sums = tables.map(
    ({ t }) =>
      `select '${t}: ' || count(*) || ' ' || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as line from "${t}" x`,
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
  const before = await checksums(sql, except);
  const result = await work();
  expect(await checksums(sql, except)).toEqual(before);
  return result;
}

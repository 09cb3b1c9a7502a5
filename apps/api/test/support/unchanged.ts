import { expect } from '@jest/globals';
import { rows, type Sql } from '../../src/platform/database/rows.js';

/** Change by what processes do by themselves. */
const OWN = ['migrations', 'leases', 'worker_slots'];

interface TableSum {
  t: string;
  line: string;
}

const prepared = new WeakMap<Sql, Promise<unknown>>();

/**
 * Lets the database make the sums, because a connection plans the statement of a function only once: over all tables that
 * takes far longer than the sums.
 */
async function prepare(sql: Sql): Promise<void> {
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
  // One statement: one look at one moment.
  await rows(
    sql,
    `create or replace function table_sums() returns table (t text, line text) language plpgsql
         as $$ begin return query ${sums.join(' union all ')}; end $$`,
  );
}

/** A line for each table, equal as long as its rows are. Hashes need no sorting, so that a look is cheap. */
export async function databaseChecksum(sql: Sql, except: string[] = []): Promise<string[]> {
  if (!prepared.has(sql)) prepared.set(sql, prepare(sql));
  await prepared.get(sql);
  const sums = await rows<TableSum>(sql, `select t, line from table_sums()`);
  return sums
    .filter(({ t }) => !except.includes(t))
    .map(({ line }) => line)
    .toSorted();
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

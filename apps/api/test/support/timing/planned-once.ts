import { rows, type Sql } from '../../../src/platform/database/rows.js';

/**
 * A statement that each connection plans only once, as the body of a function: planned anew, one over all tables takes
 * several times as long as it runs. `columns`: of what it gives, with their types.
 */
export function plannedOnce<T>(
  { name, columns }: { name: string; columns: string },
  textFor: (sql: Sql) => string | Promise<string>,
): (sql: Sql) => Promise<T[]> {
  const created = new WeakMap<Sql, Promise<unknown>>();
  const create = async (sql: Sql): Promise<unknown> =>
    rows(
      sql,
      `create or replace function ${name}() returns table (${columns}) language plpgsql
           as $$ #variable_conflict use_column
                 begin return query ${await textFor(sql)}; end $$`,
    );
  return async (sql) => {
    if (!created.has(sql)) created.set(sql, create(sql));
    await created.get(sql);
    return rows<T>(sql, `select * from ${name}()`);
  };
}

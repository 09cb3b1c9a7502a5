import type pg from 'pg';

const SUM = `
select coalesce(sum(total_exec_time + total_plan_time), 0)::float8 as ms, coalesce(sum(calls), 0)::int as calls
  from pg_stat_statements where query not like '%pg_stat_statements%' and query !~* '^(begin|commit|rollback|set )'`;

/**
 * Milliseconds that Postgres planned and executed for what `ask` causes: every statement of it, as the product sends it,
 * counted by the server itself (pg_stat_statements). Nobody else may use the database meanwhile.
 */
export async function databaseTime(database: pg.Pool, ask: () => Promise<unknown>): Promise<number> {
  await database.query('select pg_stat_statements_reset()');
  await ask();
  const { rows } = await database.query<{ ms: number; calls: number }>(SUM);
  const found = rows[0];
  if (!found || found.calls === 0) throw new Error('No statement was counted: was the database asked at all?');
  return found.ms;
}

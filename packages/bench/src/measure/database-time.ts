import type pg from 'pg';
import { cpuTimes, microsecondsBetween } from './cpu-time.js';

/** What one request costs in the database, milliseconds. */
export interface DatabaseTime {
  /** What Postgres computed: the time that it takes when nobody else uses the machine and the data is in memory. */
  cpu: number;
  /** What passed meanwhile, by Postgres' own count (pg_stat_statements, planning and execution). */
  passed: number;
}

const SUM = `
select coalesce(sum(total_exec_time + total_plan_time), 0)::float8 as ms, coalesce(sum(calls), 0)::int as calls
  from pg_stat_statements where query not like '%pg_stat_statements%'`;

/**
 * Time in the database of all statements that `ask` causes, as the product sends them. Nobody else may use the database
 * meanwhile.
 */
export async function databaseTime(
  { database, postgresPid }: { database: pg.Pool; postgresPid: number },
  ask: () => Promise<unknown>,
): Promise<DatabaseTime> {
  await database.query('select pg_stat_statements_reset()');
  const before = await cpuTimes([postgresPid], true);
  await ask();
  const cpu = microsecondsBetween(before, await cpuTimes([postgresPid], true)) / 1000;
  const { rows } = await database.query<{ ms: number; calls: number }>(SUM);
  const found = rows[0];
  if (!found || found.calls === 0) throw new Error('No statement was counted: was the database asked at all?');
  return { cpu, passed: found.ms };
}

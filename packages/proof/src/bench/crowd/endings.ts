import type pg from 'pg';
import { builtExport } from '../product/built-api.js';
import type { Submission } from './submission.js';

export interface Endings {
  accepted: number;
  completed: number;
  open: number;
  late: number;
  /** Seconds from acceptance to end, at most. */
  longest: number;
  /** Seconds from the first acceptance to the last end. */
  total: number;
}

export async function readEndings(database: pg.Pool): Promise<Endings> {
  const { rows } = await database.query<Endings>(
    `select count(*)::int as accepted, count(*) filter (where status = 'completed')::int as completed,
            count(*) filter (where status in ('pending', 'processing'))::int as open,
            count(*) filter (where coalesce(finished_at, now()) > deadline)::int as late,
            coalesce(extract(epoch from max(finished_at - created_at)), 0)::float8 as longest,
            coalesce(extract(epoch from max(finished_at) - min(created_at)), 0)::float8 as total
       from generations`,
  );
  const [endings] = rows;
  if (!endings) throw new Error('Postgres returned no row');
  return endings;
}

/** Users whose number of held images differs from that of their accepted submissions. */
export async function countWrongHolds(database: pg.Pool, submissions: readonly Submission[]): Promise<number> {
  const accepted = new Map<string, number>();
  for (const { user, id } of submissions) accepted.set(user.userId, (accepted.get(user.userId) ?? 0) + (id ? 1 : 0));
  const { rows } = await database.query<{ user_id: string; held: number }>(
    `select u.id as user_id, count(l.key)::int as held
       from users u left join ledger_entries l on l.user_id = u.id and l.kind = 'hold' group by u.id`,
  );
  return rows.filter(({ user_id, held }) => held !== (accepted.get(user_id) ?? 0)).length;
}

export async function findBrokenInvariants(database: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, statement] of Object.entries(await builtExport<Record<string, string>>('INVARIANTS'))) {
    const { rows } = await database.query(`select 1 from (${statement}) offending limit 1`);
    if (rows.length > 0) broken.push(name);
  }
  return broken;
}

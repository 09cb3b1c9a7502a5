import type pg from 'pg';
import { builtModule } from '../product/built-api.js';
import type { Wish } from './submit.js';

/** What the tables say of the crowd's generations. */
export interface Ending {
  accepted: number;
  completed: number;
  /** Neither completed nor given back. */
  open: number;
  /** Ended after their deadline. */
  late: number;
  /** Seconds from the acceptance to the end, of the one that took longest. */
  longest: number;
  /** Seconds from the first acceptance to the last end. */
  whole: number;
}

export async function readEnding(database: pg.Pool): Promise<Ending> {
  const { rows } = await database.query<Ending>(
    `select count(*)::int as accepted, count(*) filter (where status = 'completed')::int as completed,
            count(*) filter (where status in ('pending', 'processing'))::int as open,
            count(*) filter (where coalesce(finished_at, now()) > deadline)::int as late,
            coalesce(extract(epoch from max(finished_at - created_at)), 0)::float8 as longest,
            coalesce(extract(epoch from max(finished_at) - min(created_at)), 0)::float8 as whole
       from generations`,
  );
  const [ending] = rows;
  if (!ending) throw new Error('Postgres counted nothing');
  return ending;
}

/** People for whom another number of pictures was ever held than was accepted of their wishes. */
export async function wronglyHeld(database: pg.Pool, wishes: readonly Wish[]): Promise<number> {
  const accepted = new Map<string, number>();
  for (const { person, id } of wishes) accepted.set(person.userId, (accepted.get(person.userId) ?? 0) + (id ? 1 : 0));
  const { rows } = await database.query<{ user_id: string; held: number }>(
    `select u.id as user_id, count(l.key)::int as held
       from users u left join ledger_entries l on l.user_id = u.id and l.kind = 'hold' group by u.id`,
  );
  return rows.filter(({ user_id, held }) => held !== (accepted.get(user_id) ?? 0)).length;
}

/** Names of the product's invariants that do not hold. */
export async function brokenInvariants(database: pg.Pool): Promise<string[]> {
  const { INVARIANTS } = await builtModule<{ INVARIANTS: Record<string, string> }>('support/invariant-statements.js');
  const broken: string[] = [];
  for (const [name, statement] of Object.entries(INVARIANTS)) {
    const { rows } = await database.query(`select 1 from (${statement}) offending limit 1`);
    if (rows.length > 0) broken.push(name);
  }
  return broken;
}

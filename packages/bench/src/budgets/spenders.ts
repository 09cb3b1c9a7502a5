import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { VISITORS } from '../seed/people.js';

/** People who buy pictures in the bench: others than those whose lists are measured. */
export const SPENDERS = VISITORS.slice(3_000, 4_000).map(({ userId }) => userId);

// One statement is one transaction: grants, ledger entries and balances appear together.
const GRANT = `
with owner as (
  select id, $2 || ':' || id as source from unnest($1::uuid[]) as one (id)
), granted as (
  insert into credit_grants (user_id, kind, source_key, amount, remaining)
  select id, 'adjustment', source, $3::bigint, $3::bigint from owner returning id, user_id, source_key
), account as (
  update credit_accounts set available = available + $3::bigint where user_id = any($1::uuid[])
)
insert into ledger_entries (user_id, kind, d_available, grant_id, key)
select user_id, 'grant', $3::bigint, id, 'grant:' || source_key from granted`;

/** Gives each of some people so many units (a tenth of a credit), as an operator would. */
export async function giveUnits(database: pg.Pool, userIds: readonly string[], units: number): Promise<void> {
  // Without one nobody is owed anything, and the api would ask again at each request.
  await database.query(
    `insert into identities (provider, subject, user_id) select 'github', 'bench-' || id, id from unnest($1::uuid[]) id
     on conflict do nothing`,
    [userIds],
  );
  await database.query('insert into credit_accounts (user_id) select unnest($1::uuid[]) on conflict do nothing', [
    userIds,
  ]);
  await database.query(GRANT, [userIds, `bench:${randomUUID()}`, units]);
}

/** Takes everything that waits out of the line, so that it neither slows nor closes the door to what comes. */
export async function emptyLine(database: pg.Pool): Promise<void> {
  await database.query(`update images set status = 'failed', error_code = 'ENGINE_FAILED', finished_at = now()
                         where status in ('pending', 'processing')`);
  await database.query(`update generations set status = 'failed', error_code = 'ENGINE_FAILED', finished_at = now()
                         where status in ('pending', 'processing')`);
}

/** Lets the service believe that its engine is quick, so that a rush is not refused for what was delivered lately. */
export async function pretendQuickEngine(database: pg.Pool): Promise<void> {
  const [someone] = VISITORS.slice(4_000, 4_001);
  await database.query(`update generations set count = 8, finished_at = now() + interval '1 hour' where user_id = $1`, [
    someone?.userId,
  ]);
}

import { until } from '@app/api/test-support/until';
import { toUnits, type Plan, type Quota, type User } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Person } from './sign-in-person.js';

/** One statement on the product's database, with its own connection. */
export async function query<T extends object>(databaseUrl: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const GRANT = `
with granted as (
  insert into credit_grants (user_id, kind, source_key, amount, remaining)
  values ($1, 'adjustment', $2, $3, $3) returning id
), account as (
  update credit_accounts set available = available + $3 where user_id = $1
)
insert into ledger_entries (user_id, kind, d_available, grant_id, key)
select $1, 'grant', $3, id, 'grant:' || $2 from granted`;

// Processes remember whose session it is, on which plan, until they hear that it ended: then they look again.
const PLAN = `
with changed as (update users set plan = $2 where id = $1 returning id)
select pg_notify('session_ends', s.id::text) from sessions s join changed on changed.id = s.user_id`;

/** Puts a person on a plan and gives them credits, as a payment would. */
export async function equip(
  databaseUrl: string,
  person: Person,
  { plan, credits }: { plan: Plan; credits: number },
): Promise<void> {
  // Reading the quota opens the account and writes the free allowance.
  await person.call('GET', '/quota');
  const { id } = await person.call<User>('GET', '/auth/me');
  await query(databaseUrl, PLAN, [id, plan]);
  await until(async () => (await person.call<Quota>('GET', '/quota')).subscriptionStatus === plan);
  await query(databaseUrl, GRANT, [id, `adj:${randomUUID()}`, toUnits(credits)]);
}

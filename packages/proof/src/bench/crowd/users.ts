import { priceUnits, type SelectableModel } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Installation } from '../product/isolated-installation.js';
import { openSessions } from '../product/tokens.js';

export const CROWD_MODEL: SelectableModel = 'sd3.5-flash';

export interface CrowdUser {
  userId: string;
  headers: Record<string, string>;
}

// One statement, because grants, ledger entries and balances belong into one transaction.
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

/** A unit is a tenth of a credit. */
export async function giveUnits(database: pg.Pool, userIds: readonly string[], units: number): Promise<void> {
  // Without an identity the API would check for the free month at each request.
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

/** Each user has an own address in a proxy's header, so that rate limits count them separately. */
const addressOf = (index: number): string => `10.20.${Math.floor(index / 250)}.${(index % 250) + 1}`;

export async function signIn(
  { database, appSecret }: Installation,
  userIds: readonly string[],
  images: number,
): Promise<CrowdUser[]> {
  if (images > 0) await giveUnits(database, userIds, images * priceUnits(CROWD_MODEL));
  const tokens = await openSessions(database, appSecret, userIds);
  return userIds.map((userId, index) => ({
    userId,
    headers: { authorization: `Bearer ${tokens[index] ?? ''}`, 'x-forwarded-for': addressOf(index) },
  }));
}

/** Creates users of the free plan with credits for so many images, signed in. */
export async function createUsers(installation: Installation, users: number, images: number): Promise<CrowdUser[]> {
  const { rows } = await installation.database.query<{ id: string }>(
    `insert into users (name) select 'Bench' from generate_series(1, $1::int) returning id`,
    [users],
  );
  return signIn(
    installation,
    rows.map(({ id }) => id),
    images,
  );
}

import type { EntityManager } from 'typeorm';
import { changed, oneRow, row, rows, type Sql } from '../../../platform/database/rows.js';

/** Every statement but `readUsage` must follow a lock of the account in the same transaction. */

export async function moveExpiry(tx: EntityManager, userId: string, sourceKey: string, expiresAt: Date): Promise<void> {
  await changed(
    tx,
    `update credit_grants set expires_at = $3
      where user_id = $1 and source_key = $2 and closed_at is null and expires_at is distinct from $3`,
    [userId, sourceKey, expiresAt],
  );
}

/** `expireGrantsOf` then closes them. */
export async function endPlanGrants(tx: EntityManager, userId: string, exceptKeys: string[]): Promise<void> {
  await changed(
    tx,
    `update credit_grants set expires_at = billing_now()
      where user_id = $1 and kind in ('plan_month', 'plan_topup') and closed_at is null
        and source_key <> all($2) and expires_at > billing_now()`,
    [userId, exceptKeys],
  );
}

export interface GrantUsage {
  grantedUnits: number;
  usedUnits: number;
}

export const readUsage = (
  sql: Sql,
  userId: string,
  { granted, restored }: { granted: string[]; restored: string[] },
): Promise<GrantUsage> =>
  oneRow(
    sql,
    `select coalesce(sum(g.amount) filter (where g.source_key = any($2)), 0)::bigint as "grantedUnits",
            coalesce(sum(l.used), 0)::bigint + coalesce(sum(-e.d_available) filter (where g.source_key = any($2)), 0)::bigint
              as "usedUnits"
       from credit_grants g
       left join lateral (select sum(l.amount) as used from hold_lots l join holds h using (image_id)
                           where l.grant_id = g.id and h.state in ('held', 'settled')) l on true
       left join ledger_entries e on e.key = 'debt_repay:' || g.id
      where g.user_id = $1 and g.source_key = any($2 || $3::text[])`,
    [userId, granted, restored],
  );

export interface PeriodUsage extends GrantUsage {
  remainingUnits: number;
  images: number;
}

export const readLivingUsage = (sql: Sql, userId: string): Promise<PeriodUsage> =>
  oneRow(
    sql,
    `select coalesce(sum(g.amount), 0)::bigint as "grantedUnits", coalesce(sum(g.remaining), 0)::bigint as "remainingUnits",
            coalesce(sum(l.used), 0)::bigint as "usedUnits", coalesce(sum(l.images), 0)::bigint as images
       from credit_grants g
       left join lateral (select sum(l.amount) as used, count(*) filter (where h.state = 'settled') as images
                            from hold_lots l join holds h using (image_id)
                           where l.grant_id = g.id and h.state in ('held', 'settled')) l on true
      where g.user_id = $1 and g.closed_at is null
        and (g.expires_at is null or g.expires_at > (select billing_now()))`,
    [userId],
  );

// Without a debt: what is used is forgiven. Not under the key of a revocation, so that what a hold returns later expires.
const FORGIVE = `
with taken as (
  select g.id, g.remaining from credit_grants g
   where g.source_key = $2 and g.user_id = $1::uuid
     and not exists (select 1 from ledger_entries e where e.key in ('clawback:' || g.id, 'forgive:' || g.id))
), closed as (
  update credit_grants g set remaining = 0, closed_at = coalesce(g.closed_at, now()) from taken t where g.id = t.id
), account as (
  update credit_accounts a set available = a.available - t.remaining from taken t where a.user_id = $1::uuid
), entry as (
  insert into ledger_entries (user_id, kind, d_available, grant_id, key)
  select $1::uuid, 'clawback', -remaining, id, 'forgive:' || id from taken where remaining > 0
)
select 1 from taken`;

export const forgiveGrant = (tx: EntityManager, userId: string, sourceKey: string): Promise<unknown> =>
  rows(tx, FORGIVE, [userId, sourceKey]);

// Counts what was taken and restored before, so that a total can be reported repeatedly. Used units become a debt as far as
// they are more than what stays paid for: what expired unused is owed by nobody.
const TAKE = `
with grants as (
  select id, amount, remaining, row_number() over (order by array_position($2::text[], source_key)) as number
    from credit_grants where source_key = any($2) and user_id = $1::uuid
), figures as (
  select (select coalesce(sum(e.d_debt - e.d_available), 0) from ledger_entries e
           where e.grant_id = any(g.ids) and e.kind = 'clawback') - g.restored as taken,
         (select coalesce(sum(l.amount), 0) from hold_lots l join holds h using (image_id)
           where l.grant_id = any(g.ids) and h.state in ('held', 'settled'))
         + (select coalesce(sum(case e.kind when 'debt_repay' then -e.d_available when 'clawback' then -e.d_debt end), 0)
              from ledger_entries e where e.grant_id = any(g.ids)) as used,
         g.granted
    from (select array_agg(id) as ids, coalesce(sum(amount) filter (where number > 1), 0) as restored,
                 sum(amount) filter (where number = 1) as granted from grants) g
), source as (
  select g.id, least(g.remaining, $3::bigint - f.taken)::bigint as taken,
         greatest(0, f.used + $3::bigint - f.granted)::bigint as debt
    from grants g, figures f
   where g.number = (select max(number) from grants) and f.taken < $3::bigint
), reduced as (
  update credit_grants g set remaining = g.remaining - s.taken from source s where g.id = s.id
), account as (
  update credit_accounts a set available = a.available - s.taken, debt = a.debt + s.debt
    from source s where a.user_id = $1::uuid
)
insert into ledger_entries (user_id, kind, d_available, d_debt, grant_id, key)
select $1::uuid, 'clawback', -taken, debt, id, 'clawback:' || id || ':' || $3::bigint from source
 where taken > 0 or debt > 0`;

/** Up to `units` in all, e.g. after a partial refund, of a grant and what was restored of it. */
export const takeFromGrant = (tx: EntityManager, userId: string, keys: string[], units: number): Promise<unknown> =>
  rows(tx, TAKE, [userId, keys, units]);

/** Those of `keys` that were granted, in their order. */
export const readGrantedKeys = async (sql: Sql, userId: string, keys: string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      sql,
      `select source_key as key from credit_grants where user_id = $1 and source_key = any($2)
        order by array_position($2::text[], source_key)`,
      [userId, keys],
    )
  ).map(({ key }) => key);

export const readClawback = (
  sql: Sql,
  userId: string,
  sourceKey: string,
): Promise<{ units: number; expiresAt: Date | null } | null> =>
  row(
    sql,
    `select sum(e.d_debt - e.d_available)::bigint as units, g.expires_at as "expiresAt"
       from credit_grants g join ledger_entries e on e.grant_id = g.id and e.kind = 'clawback'
      where g.user_id = $1 and g.source_key = $2 group by g.id, g.expires_at`,
    [userId, sourceKey],
  );

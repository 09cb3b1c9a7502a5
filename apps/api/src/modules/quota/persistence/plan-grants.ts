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

// Without a debt: what is used is forgiven, and what a hold returns later expires.
const FORGIVE = `
with taken as (
  select g.id, g.remaining from credit_grants g
   where g.source_key = $2 and g.user_id = $1::uuid
     and not exists (select 1 from ledger_entries e where e.key = 'clawback:' || g.id)
), closed as (
  update credit_grants g set remaining = 0, closed_at = coalesce(g.closed_at, now()),
         expires_at = least(g.expires_at, billing_now())
    from taken t where g.id = t.id
), account as (
  update credit_accounts a set available = a.available - t.remaining from taken t where a.user_id = $1::uuid
), entry as (
  insert into ledger_entries (user_id, kind, d_available, grant_id, key)
  select $1::uuid, 'clawback', -remaining, id, 'clawback:' || id from taken where remaining > 0
)
select 1 from taken`;

export const forgiveGrant = (tx: EntityManager, userId: string, sourceKey: string): Promise<unknown> =>
  rows(tx, FORGIVE, [userId, sourceKey]);

// Counts what was taken before, so that a total can be reported repeatedly.
const TAKE = `
with source as (
  select g.id, t.wanted, least(g.remaining, t.wanted) as taken
    from credit_grants g
    cross join lateral (select $3::bigint - coalesce(sum(e.d_debt - e.d_available), 0)::bigint as wanted
                          from ledger_entries e where e.grant_id = g.id and e.kind = 'clawback') t
   where g.source_key = $2 and g.user_id = $1::uuid and t.wanted > 0
), reduced as (
  update credit_grants g set remaining = g.remaining - s.taken from source s where g.id = s.id
), account as (
  update credit_accounts a set available = a.available - s.taken, debt = a.debt + s.wanted - s.taken
    from source s where a.user_id = $1::uuid
)
insert into ledger_entries (user_id, kind, d_available, d_debt, grant_id, key)
select $1::uuid, 'clawback', -taken, wanted - taken, id, 'clawback:' || id || ':' || $3::bigint from source`;

/** Up to `units` in all, e.g. after a partial refund. */
export const takeFromGrant = (tx: EntityManager, userId: string, sourceKey: string, units: number): Promise<unknown> =>
  rows(tx, TAKE, [userId, sourceKey, units]);

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

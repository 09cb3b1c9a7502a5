import type { EntityManager } from 'typeorm';
import { changed, oneRow, rows, type Sql } from '../../../platform/database/rows.js';
import type { Lifetime } from '../domain/grant.js';

// moveExpiry and endPlanGrants must follow a lock of the account in the same transaction.

/** Also of what was restored, and of what was taken back, since it may be restored. */
export async function moveExpiry(
  tx: EntityManager,
  userId: string,
  sourceKey: string,
  { expiresAt, monthEndsAt = null }: Lifetime,
): Promise<void> {
  await changed(
    tx,
    `update credit_grants set expires_at = $3, month_ends_at = $4
      where user_id = $1 and origin_key = $2 and (closed_at is null or expires_at > billing_now())
        and (expires_at, month_ends_at) is distinct from ($3::timestamptz, $4::timestamptz)`,
    [userId, sourceKey, expiresAt, monthEndsAt],
  );
}

/** `expireGrantsOf` then closes them. What was restored of a month ends as the month does; what is taken back may be restored. */
export async function endPlanGrants(tx: EntityManager, userId: string, exceptKeys: string[]): Promise<void> {
  await changed(
    tx,
    `update credit_grants g set expires_at = billing_now()
      where user_id = $1 and (kind in ('plan_month', 'plan_topup') or source_key like 'restore:%') and closed_at is null
        and origin_key <> all($2) and expires_at > billing_now()
        and not exists (
          select 1 from credit_grants n join ledger_entries e on e.key in ('clawback:' || n.id, 'forgive:' || n.id)
           where n.user_id = g.user_id and n.origin_key = g.origin_key
             and not exists (select 1 from credit_grants r where r.source_key = 'restore:' || n.source_key))`,
    [userId, exceptKeys],
  );
}

export interface GrantedUnits {
  sourceKey: string;
  units: number;
}

export const readGranted = (sql: Sql, userId: string, sourceKeys: string[]): Promise<GrantedUnits[]> =>
  rows<GrantedUnits>(
    sql,
    `select source_key as "sourceKey", amount as units from credit_grants
      where user_id = $1 and source_key = any($2) order by id`,
    [userId, sourceKeys],
  );

export interface GrantUsage {
  grantedUnits: number;
  usedUnits: number;
}

/** Of grants and what was restored of them. */
export const readUsage = (sql: Sql, userId: string, sourceKeys: string[]): Promise<GrantUsage> =>
  oneRow(
    sql,
    `select coalesce(sum(g.amount) filter (where g.source_key = any($2)), 0)::bigint as "grantedUnits",
            coalesce(sum(l.used), 0)::bigint + coalesce(sum(-e.d_available) filter (where g.source_key = any($2)), 0)::bigint
              as "usedUnits"
       from credit_grants g
       left join lateral (select sum(l.amount) as used from hold_lots l join holds h using (image_id)
                           where l.grant_id = g.id and h.state in ('held', 'settled')) l on true
       left join ledger_entries e on e.key = 'debt_repay:' || g.id
      where g.user_id = $1 and g.origin_key = any($2)`,
    [userId, sourceKeys],
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

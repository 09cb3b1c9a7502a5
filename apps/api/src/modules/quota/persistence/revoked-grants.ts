import type { EntityManager } from 'typeorm';
import { row } from '../../../platform/database/rows.js';
import type { Revocation } from '../domain/grant.js';

/** A grant and what was restored of it, once or repeatedly. What expired is not left, swept or not. */
const MEMBERS = `
select c.id, source_key, amount, expires_at, month_ends_at,
       case when expires_at <= (select billing_now()) then 0 else remaining end as remaining
  from credit_grants c where user_id = $1::uuid and origin_key = $2`;

/**
 * `taken`: and not restored. `used`: held, delivered or spent on a debt, as far as it did not become a debt itself and was not
 * forgiven since. Both, with what is left and what expired, are the granted units. `moved` grows with each entry that takes
 * anything.
 */
const FIGURES = `
select sum(m.amount) filter (where m.source_key not like 'restore:%')::bigint as granted,
       sum(m.remaining)::bigint as remaining, sum(e.taken)::bigint as moved,
       (sum(e.taken) - coalesce(sum(m.amount) filter (where m.source_key like 'restore:%'), 0))::bigint as taken,
       sum(l.used + e.used)::bigint as used
  from members m
 cross join (select coalesce(max(e.id), 0) as id from ledger_entries e join members c on e.key = 'forgive:' || c.id) forgiven
 cross join lateral (select coalesce(sum(l.amount), 0) as used from hold_lots l join holds h using (image_id)
                       join ledger_entries begun on begun.key = 'hold:' || l.image_id
                      where l.grant_id = m.id and h.state in ('held', 'settled') and begun.id > forgiven.id) l
 cross join lateral (select coalesce(sum(d_debt - d_available) filter (where kind = 'clawback'), 0) as taken,
                            coalesce(sum(case kind when 'debt_repay' then -d_available when 'clawback' then -d_debt end)
                                       filter (where id > forgiven.id), 0) as used
                       from ledger_entries where grant_id = m.id) e`;

export interface RevokeOptions {
  /** The total, so that it can be told repeatedly; null: all, and the grants are closed. */
  units: number | null;
  /** Leaves no debt, and what a hold returns later is gone. */
  isForgiven?: boolean;
}

// What is used beyond what stays paid for becomes a debt, which later grants and returned holds reduce. What expired unused is
// owed by nobody.
const REVOKE = `
with members as (${MEMBERS}), figures as (${FIGURES}), revoked as (
  select g.id, coalesce($3::bigint, f.granted) as total, f.moved,
         least(f.remaining, greatest(0, coalesce($3::bigint, f.granted) - f.taken)) as taken,
         case when $4::boolean then 0 else greatest(0, f.used + coalesce($3::bigint, f.granted) - f.granted) end as used
    from (select id from members order by id desc limit 1) g, figures f
   where not exists (select 1 from ledger_entries e where e.key = 'clawback:' || g.id)
     and not exists (select 1 from ledger_entries e where e.key = 'forgive:' || g.id)
), shares as (
  select m.id, m.id = r.id as is_last, case when m.id = r.id then r.used else 0 end as debt,
         greatest(0, least(m.remaining, r.taken - sum(m.remaining) over (order by m.id) + m.remaining))::bigint as taken
    from members m, revoked r where r.taken > 0 or r.used > 0
), reduced as (
  update credit_grants g set remaining = g.remaining - s.taken,
         closed_at = case when $3::bigint is null and g.remaining = s.taken then coalesce(g.closed_at, now()) else g.closed_at end
    from shares s where g.id = s.id
), account as (
  update credit_accounts a set available = a.available - r.taken, debt = a.debt + r.used
    from revoked r where a.user_id = $1::uuid
), entries as (
  insert into ledger_entries (user_id, kind, d_available, d_debt, grant_id, key)
  select $1::uuid, 'clawback', -s.taken, s.debt, s.id,
         case when $3::bigint is not null or not s.is_last then 'clawback:' || s.id || ':' || r.total || ':' || r.moved
              when $4::boolean then 'forgive:' || s.id else 'clawback:' || s.id end
    from shares s, revoked r
   where s.taken > 0 or s.debt > 0 or ($3::bigint is null and s.is_last and r.taken > 0)
)
select taken as "takenUnits", used as "debtUnits" from revoked`;

/** Null without such a grant, or when all of it was taken before and not restored. The account must be locked. */
export const revokeGrant = (
  tx: EntityManager,
  userId: string,
  sourceKey: string,
  { units, isForgiven = false }: RevokeOptions,
): Promise<Revocation | null> => row<Revocation>(tx, REVOKE, [userId, sourceKey, units, isForgiven]);

export interface Revoked {
  units: number;
  /** Of the grant that was made last. */
  lastKey: string;
  expiresAt: Date | null;
  monthEndsAt: Date | null;
  /** Of the debts of the account: what expired repays only what its revocation made, and returned holds left. */
  mostRepaid: number;
}

const TAKEN = `
with members as (${MEMBERS})
select f.taken as units, m.source_key as "lastKey", m.expires_at as "expiresAt", m.month_ends_at as "monthEndsAt",
       case when m.expires_at <= (select billing_now())
            then least(f.taken, greatest(0, (
              select coalesce(sum(e.d_debt), 0) from ledger_entries e
               where e.grant_id in (select id from members) and (e.key = 'clawback:' || m.id or e.image_id is not null)
                 and e.id >= (select id from ledger_entries where key = 'clawback:' || m.id))))
            else f.taken end::bigint as "mostRepaid"
  from members m, (${FIGURES}) f order by m.id desc limit 1`;

/** What was taken of a grant and not restored. */
export const readRevoked = (tx: EntityManager, userId: string, sourceKey: string): Promise<Revoked | null> =>
  row<Revoked>(tx, TAKEN, [userId, sourceKey]);

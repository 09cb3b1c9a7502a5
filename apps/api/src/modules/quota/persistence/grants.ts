import { UNITS_PER_CREDIT } from '@app/contracts';
import { IsNull, Raw, type EntityManager } from 'typeorm';
import { oneRow, row, rows } from '../../../platform/database/rows.js';
import { CreditGrantEntity } from './credit-grant.entity.js';
import type { Grant } from '../domain/grant.js';

/** Units as people and programs are told them. */
export const credits = (units: string): string => `trim_scale((${units})::numeric / ${UNITS_PER_CREDIT})`;

/** What people and programs are told of a grant's end: never later than it may come. */
export const reportedExpiry = (grant: string): string => `least(${grant}.month_ends_at, ${grant}.expires_at)`;

// The ledger shows the whole grant, and what a debt took of it as an entry of its own.
const GRANT = `
with granted as (
  insert into credit_grants (user_id, kind, source_key, amount, remaining, expires_at, month_ends_at)
  select user_id, $2, $3, $4::bigint, $4::bigint - least(debt, $6::bigint), $5::timestamptz, $7::timestamptz
    from credit_accounts where user_id = $1::uuid
  on conflict (source_key) do nothing
  returning id, source_key, amount, remaining, amount - remaining as repaid
), account as (
  update credit_accounts a set available = a.available + g.remaining, debt = a.debt - g.repaid
    from granted g where a.user_id = $1::uuid
), entries as (
  insert into ledger_entries (user_id, kind, d_available, d_debt, grant_id, key)
  select $1::uuid, 'grant', amount, 0, id, 'grant:' || source_key from granted
  union all
  select $1::uuid, 'debt_repay', -repaid, -repaid, id, 'debt_repay:' || id from granted where repaid > 0
)
select id from granted`;

/** Repays debts first, with at most `mostRepaid` units. */
export const insertGrant = async (
  tx: EntityManager,
  { userId, kind, sourceKey, units, expiresAt, monthEndsAt = null }: Grant,
  mostRepaid = units,
): Promise<boolean> =>
  (await row(tx, GRANT, [userId, kind, sourceKey, units, expiresAt, mostRepaid, monthEndsAt])) !== null;

const EXPIRE = `
with due as (
  select id, user_id, remaining from credit_grants
   where user_id = any($1::uuid[]) and closed_at is null and expires_at <= (select billing_now())
), closed as (
  update credit_grants g set remaining = 0, closed_at = now() from due d where g.id = d.id
), accounts as (
  update credit_accounts a set available = a.available - d.units
    from (select user_id, sum(remaining)::bigint as units from due group by user_id) d where a.user_id = d.user_id
  returning a.user_id, a.available + d.units as before, a.available as after
), entries as (
  insert into ledger_entries (user_id, kind, d_available, grant_id, key)
  select user_id, 'expire', -remaining, id, 'expire:' || id from due where remaining > 0
)
select user_id as "userId", before, after from accounts`;

/** What an account had available before and after grants of it expired. */
export interface Expiry {
  userId: string;
  before: number;
  after: number;
}

/** Closes expired grants with what is left of them. The accounts must be locked by an earlier statement. */
export const expireGrantsOf = (tx: EntityManager, userIds: string[]): Promise<Expiry[]> => rows(tx, EXPIRE, [userIds]);

const CLOSE = `
with open as (
  select id, remaining from credit_grants where user_id = $1::uuid and closed_at is null
), closed as (
  update credit_grants g set remaining = 0, closed_at = now() from open o where g.id = o.id
), account as (
  update credit_accounts set available = available - (select coalesce(sum(remaining), 0)::bigint from open)
   where user_id = $1::uuid
)
insert into ledger_entries (user_id, kind, d_available, grant_id, key)
select $1::uuid, 'expire', -remaining, id, 'expire:' || id from open where remaining > 0`;

/** What is returned to it later expires at once. */
export const closeGrantsOf = (tx: EntityManager, userId: string): Promise<unknown> => rows(tx, CLOSE, [userId]);

/** Skips accounts in use: a sweep that never waits is never part of a deadlock. */
export async function lockAccountsWithExpired(tx: EntityManager, limit: number): Promise<string[]> {
  const accounts = await rows<{ user_id: string }>(
    tx,
    // Ordered and limited, so that a sweep reads what is due and never all grants.
    `with due as materialized (
       select user_id from credit_grants where closed_at is null and expires_at <= (select billing_now()) order by expires_at limit $1
     )
     select user_id from credit_accounts where user_id in (select user_id from due)
        for no key update of credit_accounts skip locked`,
    [limit],
  );
  return accounts.map(({ user_id: userId }) => userId);
}

/** True until the transaction ends: this process may sweep. */
export async function claimSweep(tx: EntityManager): Promise<boolean> {
  const { claimed } = await oneRow<{ claimed: boolean }>(
    tx,
    `select pg_try_advisory_xact_lock(hashtext('quota'), hashtext('expire-grants')) as claimed`,
  );
  return claimed;
}

export const isGranted = (manager: EntityManager, sourceKey: string): Promise<boolean> =>
  manager.existsBy(CreditGrantEntity, { sourceKey });

export const hasExpiredGrants = (manager: EntityManager, userId: string): Promise<boolean> =>
  manager.existsBy(CreditGrantEntity, {
    userId,
    closedAt: IsNull(),
    expiresAt: Raw((at) => `${at} <= (select billing_now())`),
  });

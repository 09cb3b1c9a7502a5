import type { EntityManager } from 'typeorm';
import { oneRow, rows, type Sql } from '../../../platform/database/rows.js';

// A payment can be disputed long after the removal, so every account with plan credits is marked.
const MARK = `
insert into debtor_marks (user_id, identity_hmac)
select a.user_id, $2 from credit_accounts a
 where a.user_id = $1
   and (a.debt > 0 or exists (select 1 from credit_grants g
                               where g.user_id = a.user_id and g.kind in ('plan_month', 'plan_topup')))
on conflict (user_id) do nothing`;

export const markDebtor = (tx: EntityManager, userId: string, mark: string): Promise<unknown> =>
  rows(tx, MARK, [userId, mark]);

const LOCK = `
select a.user_id from credit_accounts a join debtor_marks m using (user_id)
 where m.identity_hmac = $1 and a.debt > 0 order by a.user_id for no key update of a`;

// Repays the removed account in full; the living one owes as much more.
const CARRY = `
with owed as (
  select a.user_id, a.debt, 'debt_carry:' || a.user_id || ':' || (select max(id) from ledger_entries where user_id = a.user_id) as key
    from credit_accounts a where a.user_id = any($2::uuid[])
), repaid as (
  update credit_accounts a set debt = 0 from owed o where a.user_id = o.user_id
), account as (
  update credit_accounts set debt = debt + (select coalesce(sum(debt), 0)::bigint from owed) where user_id = $1::uuid
)
insert into ledger_entries (user_id, kind, d_debt, key)
select user_id, 'debt_repay', -debt, key from owed
union all
select $1::uuid, 'clawback', debt, key || ':heir' from owed`;

/** The living account is locked before the removed ones. */
export async function carryDebts(tx: EntityManager, userId: string, mark: string): Promise<void> {
  const debtors = await rows<{ user_id: string }>(tx, LOCK, [mark]);
  if (debtors.length === 0) return;
  await rows(tx, CARRY, [userId, debtors.map(({ user_id }) => user_id)]);
}

export async function readCarriedDebt(sql: Sql, mark: string): Promise<number> {
  const { units } = await oneRow<{ units: number }>(
    sql,
    `select coalesce(sum(a.debt), 0)::bigint as units
       from credit_accounts a join debtor_marks m using (user_id) where m.identity_hmac = $1`,
    [mark],
  );
  return units;
}

/** Removed accounts of this identity that had plan credits. */
export const readFormerAccounts = async (sql: Sql, mark: string): Promise<string[]> =>
  (await rows<{ id: string }>(sql, `select user_id as id from debtor_marks where identity_hmac = $1`, [mark])).map(
    ({ id }) => id,
  );

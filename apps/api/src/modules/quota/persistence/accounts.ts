import type { EntityManager } from 'typeorm';
import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';
import type { Balance } from '../domain/grant.js';

// NO KEY: rows that refer to the account (foreign keys) can still be checked while it is locked.
const LOCK = `select user_id from credit_accounts where user_id = $1 for no key update`;

/** Locks the account until the transaction ends; the first lock of every path that moves credits. */
export async function lockAccount(tx: EntityManager, userId: string): Promise<void> {
  if (await row(tx, LOCK, [userId])) return;
  await rows(tx, `insert into credit_accounts (user_id) values ($1) on conflict (user_id) do nothing`, [userId]);
  await row(tx, LOCK, [userId]);
}

/** Moves units from available to reserved if all of them are there; false (and nothing changed) if not. */
export async function debitAccount(tx: EntityManager, userId: string, units: number): Promise<boolean> {
  const accounts = await changed(
    tx,
    `update credit_accounts set available = available - $2, reserved = reserved + $2
      where user_id = $1 and available >= $2`,
    [userId, units],
  );
  return accounts === 1;
}

/** Expired grants that no sweep has closed yet are left out of `availableUnits`. */
export async function readBalance(sql: Sql, userId: string): Promise<Balance> {
  const balance = await row<Balance>(
    sql,
    `select available - (select coalesce(sum(remaining), 0)::bigint from credit_grants
                          where user_id = $1 and remaining > 0 and expires_at <= (select billing_now())) as "availableUnits",
            reserved as "reservedUnits"
       from credit_accounts where user_id = $1`,
    [userId],
  );
  return balance ?? { availableUnits: 0, reservedUnits: 0 };
}

export const readDebt = async (sql: Sql, userId: string): Promise<number> =>
  (await row<{ debt: number }>(sql, `select debt from credit_accounts where user_id = $1`, [userId]))?.debt ?? 0;

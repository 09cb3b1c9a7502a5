import type { EntityManager } from 'typeorm';
import { row, rows, type Sql } from '../../../platform/database/rows.js';
import type { Balance } from '../domain/grant.js';

// NO KEY: foreign keys to the account can still be checked while it is locked.
const LOCK = `select user_id from credit_accounts where user_id = $1 for no key update`;

/** The first lock of every path that moves credits. */
export async function lockAccount(tx: EntityManager, userId: string): Promise<void> {
  if (await row(tx, LOCK, [userId])) return;
  await rows(tx, `insert into credit_accounts (user_id) values ($1) on conflict (user_id) do nothing`, [userId]);
  await row(tx, LOCK, [userId]);
}

/** Moves units from available to reserved and returns what is left; null (and nothing changed) if they are not there. */
export async function debitAccount(tx: EntityManager, userId: string, units: number): Promise<number | null> {
  const account = await row<{ available: number }>(
    tx,
    `update credit_accounts set available = available - $2, reserved = reserved + $2
      where user_id = $1 and available >= $2 returning available`,
    [userId, units],
  );
  return account?.available ?? null;
}

/** Units that can be spent, and those of expired grants that no sweep has closed yet. */
export const readAvailable = async (sql: Sql, userId: string): Promise<number> =>
  (await row<{ available: number }>(sql, `select available from credit_accounts where user_id = $1`, [userId]))
    ?.available ?? 0;

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

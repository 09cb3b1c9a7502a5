import type { EntityManager } from 'typeorm';
import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';

/**
 * Makes the person's row one of nobody, and lets go of the identities. False when the account was removed before. The row
 * stays: ledger entries refer to it.
 */
export async function forgetPerson(tx: EntityManager, userId: string): Promise<boolean> {
  const forgotten = await changed(
    tx,
    `update users
        set deleted_at = now(), email = null, email_verified = default, name = '-', avatar_url = null, plan = default,
            email_notifications = default, marketing_emails = default, language = default, timezone = default
      where id = $1 and deleted_at is null`,
    [userId],
  );
  await changed(tx, `delete from identities where user_id = $1`, [userId]);
  return forgotten === 1;
}

/** Notes that an account was removed: from here on it is erased, by whomever. Somebody should look in `seconds`. */
export const noteRemoval = (tx: EntityManager, userId: string, seconds: number): Promise<unknown> =>
  rows(tx, `insert into account_removals (user_id, due_at) values ($1, now() + $2 * interval '1 s')`, [
    userId,
    seconds,
  ]);

/** Removed accounts of which something may be left, the longest due first. */
export const dueRemovals = async (sql: Sql, limit: number): Promise<string[]> =>
  (
    await rows<{ user_id: string }>(
      sql,
      `select user_id from account_removals where finished_at is null and due_at <= now() order by due_at limit $1`,
      [limit],
    )
  ).map(({ user_id: userId }) => userId);

/**
 * Nothing is left of it: done, if `settledSeconds` have passed since the removal, so that nobody can be about to write
 * something more; else somebody looks again then. Answers whether it is done.
 */
export async function noteErased(sql: Sql, userId: string, settledSeconds: number): Promise<boolean> {
  const noted = await row<{ isDone: boolean }>(
    sql,
    `update account_removals
        set finished_at = case when requested_at <= now() - $2 * interval '1 s' then now() end,
            due_at = requested_at + $2 * interval '1 s'
      where user_id = $1 and finished_at is null returning finished_at is not null as "isDone"`,
    [userId, settledSeconds],
  );
  return noted?.isDone === true;
}

/** Something is left: others first. */
export const postponeRemoval = (sql: Sql, userId: string, seconds: number): Promise<unknown> =>
  rows(sql, `update account_removals set due_at = now() + $2 * interval '1 s' where user_id = $1`, [userId, seconds]);

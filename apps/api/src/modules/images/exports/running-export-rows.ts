import { changed, row, type Sql } from '../../../platform/database/rows.js';

/** Begins a person's only export, for so many seconds; false when one is running. */
export const beginExport = async (sql: Sql, userId: string, id: string, seconds: number): Promise<boolean> =>
  (await row(
    sql,
    `insert into running_exports as r (user_id, id, lease_until) values ($1, $2, now() + make_interval(secs => $3))
     on conflict (user_id) do update set id = excluded.id, lease_until = excluded.lease_until
      where r.lease_until <= now()
     returning 1`,
    [userId, id, seconds],
  )) !== null;

/** Lets it run for so many seconds from now; false when it is not the person's running one any more. */
export const prolongExport = async (sql: Sql, userId: string, id: string, seconds: number): Promise<boolean> =>
  (await changed(
    sql,
    `update running_exports set lease_until = now() + make_interval(secs => $3) where user_id = $1 and id = $2`,
    [userId, id, seconds],
  )) === 1;

export const endExport = (sql: Sql, userId: string, id: string): Promise<number> =>
  changed(sql, `delete from running_exports where user_id = $1 and id = $2`, [userId, id]);

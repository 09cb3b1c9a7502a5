import { changed, row, type Sql } from '../../../../platform/database/rows.js';

/** How long a process that died keeps others from continuing a walk. */
export const WALK_LEASE_SECONDS = 60;

/** A walk through everything that is stored, in rounds, by any process, over days if needed. */
export type WalkName = 'orphans' | 'lost-files';

/**
 * Where to go on: behind this key or id, `''` at the beginning. Null: the last walk has ended less than `everyMs` ago.
 */
export async function resumeWalk(sql: Sql, name: WalkName, everyMs: number): Promise<string | null> {
  const walk = await row<{ position: string }>(
    sql,
    `insert into storage_walks as w (name, position) values ($1, '')
     on conflict (name) do update set position = coalesce(w.position, '')
       where w.position is not null or w.finished_at <= now() - $2 * interval '1 millisecond'
     returning position`,
    [name, everyMs],
  );
  return walk?.position ?? null;
}

/** Everything up to `position` has been dealt with. */
export const advanceWalk = (sql: Sql, name: WalkName, position: string): Promise<number> =>
  changed(sql, `update storage_walks set position = $2 where name = $1`, [name, position]);

export const endWalk = (sql: Sql, name: WalkName): Promise<number> =>
  changed(sql, `update storage_walks set position = null, finished_at = now() where name = $1`, [name]);

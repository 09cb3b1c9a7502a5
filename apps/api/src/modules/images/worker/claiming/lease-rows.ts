import { changed, rows, type Sql } from '../../../../platform/database/rows.js';
import { ASYNC_COMMIT } from './claim-rows.js';

/** False when another attempt owns the generation, or it has ended. */
export const renewLease = async (sql: Sql, id: string, attempt: number, leaseSeconds: number): Promise<boolean> =>
  (await changed(
    sql,
    `update generations g set lease_until = now() + $3 * interval '1 second' from ${ASYNC_COMMIT} async_commit
      where async_commit.mode = 'off' and g.id = $1 and g.attempt = $2 and g.status = 'processing'`,
    [id, attempt, leaseSeconds],
  )) === 1;

/** No effect when another attempt owns it. */
export const endLease = (sql: Sql, id: string, attempt: number, ms: number): Promise<number> =>
  changed(
    sql,
    `update generations set lease_until = now() + $3 * interval '1 millisecond'
      where id = $1 and attempt = $2 and status = 'processing'`,
    [id, attempt, ms],
  );

/** The attempt does not count. Must not be retried: the next attempt may have the same number. */
export const undoClaim = (sql: Sql, id: string, attempt: number, ms: number): Promise<unknown> =>
  rows(
    sql,
    `with undone as (
       update generations
          set attempt = attempt - 1, lease_until = now() + $3 * interval '1 millisecond',
              status = case when attempt = 1 then 'pending' else status end,
              started_at = case when attempt = 1 then null else started_at end
        where id = $1 and attempt = $2 and status = 'processing'
       returning id, status
     )
     update images i set status = 'pending' from undone u
      where u.status = 'pending' and i.generation_id = u.id and i.status = 'processing'`,
    [id, attempt, ms],
  );

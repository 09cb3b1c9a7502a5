import type { EntityManager } from 'typeorm';
import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';

/** The pictures of a person's generation, in order; empty when it is not theirs or not there. */
export const pictureIdsOf = async (sql: Sql, userId: string, generationId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      sql,
      `select i.id from generations g join images i on i.generation_id = g.id
        where g.id = $1 and g.user_id = $2 and g.deleted_at is null order by i.idx`,
      [generationId, userId],
    )
  ).map(({ id }) => id);

/** Ends a generation that no worker has begun; false (and nothing changed) when one has, or when it has ended. */
export const cancelGeneration = async (tx: EntityManager, id: string): Promise<boolean> =>
  (await changed(
    tx,
    `update generations set status = 'cancelled', error_code = 'CANCELLED', finished_at = now()
      where id = $1 and status = 'pending' and attempt = 0`,
    [id],
  )) === 1;

/** Ends the pictures that wait; answers how many. */
export const cancelPictures = (tx: EntityManager, generationId: string): Promise<number> =>
  changed(
    tx,
    `update images set status = 'cancelled', error_code = 'CANCELLED', finished_at = now()
      where generation_id = $1 and status = 'pending'`,
    [generationId],
  );

export const isCancelled = async (sql: Sql, userId: string, id: string): Promise<boolean> =>
  (await row(sql, `select 1 from generations where id = $1 and user_id = $2 and status = 'cancelled'`, [
    id,
    userId,
  ])) !== null;

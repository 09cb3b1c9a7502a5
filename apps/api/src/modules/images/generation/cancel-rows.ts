import type { EntityManager } from 'typeorm';
import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';
import type { RowStatus } from '../shared/generation-rows.js';

/**
 * The pictures of a person's generation, in order, without those that were cancelled before; null when the generation is
 * not theirs or not there.
 */
export async function imageIdsOf(sql: Sql, userId: string, generationId: string): Promise<string[] | null> {
  const pictures = await rows<{ id: string; status: RowStatus }>(
    sql,
    `select i.id, i.status from generations g join images i on i.generation_id = g.id
      where g.id = $1 and g.user_id = $2 and g.deleted_at is null order by i.idx`,
    [generationId, userId],
  );
  if (pictures.length === 0) return null;
  return pictures.filter(({ status }) => status !== 'cancelled').map(({ id }) => id);
}

/** Ends a generation that no worker has begun; false (and nothing changed) when one has, or when it has ended. */
export const cancelGeneration = async (tx: EntityManager, id: string): Promise<boolean> =>
  (await changed(
    tx,
    `update generations set status = 'cancelled', error_code = 'CANCELLED', finished_at = now()
      where id = $1 and status = 'pending' and attempt = 0`,
    [id],
  )) === 1;

/** Ends pictures that wait; answers how many. */
export const cancelImages = (tx: EntityManager, imageIds: string[]): Promise<number> =>
  changed(
    tx,
    `update images set status = 'cancelled', error_code = 'CANCELLED', finished_at = now()
      where id = any($1) and status = 'pending'`,
    [imageIds],
  );

export const isCancelled = async (sql: Sql, userId: string, id: string): Promise<boolean> =>
  (await row(sql, `select 1 from generations where id = $1 and user_id = $2 and status = 'cancelled'`, [
    id,
    userId,
  ])) !== null;

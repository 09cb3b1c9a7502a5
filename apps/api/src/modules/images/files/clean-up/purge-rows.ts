import type { EntityManager } from 'typeorm';
import { row, rows, type Sql } from '../../../../platform/database/rows.js';
import { OPEN } from '../../shared/generation-rows.js';

// What is still being made is paid for and closed first.
const DUE = `deleted_at is not null and purged_at is null and purge_at <= now() and status not in ${OPEN}`;

/** Generations with pictures that cannot be restored any more, the longest gone first. */
export const duePurges = async (sql: Sql, limit: number): Promise<string[]> => {
  const due = await rows<{ id: string }>(
    sql,
    `select generation_id as id from images where ${DUE} group by generation_id order by min(purge_at) limit $1`,
    [limit],
  );
  return due.map(({ id }) => id);
};

/**
 * Makes the removal of a generation's due pictures final: they cannot be restored from here on, so their objects may go.
 * The lock on the generation keeps a restoration from happening between the look at the clock and this. Answers how many.
 */
export async function purgeImages(tx: EntityManager, generationId: string): Promise<number> {
  await rows(tx, `select 1 from generations where id = $1 for no key update`, [generationId]);
  const purged = await row<{ count: number }>(
    tx,
    `with purged as (
       update images set purged_at = now(), thumbhash = null, engine_request_id = null
        where generation_id = $1 and ${DUE} returning id, user_id, object_key
     ), objects as (
       insert into object_deletions (object_key)
       select object_key from purged where object_key is not null order by object_key
       on conflict (object_key) do update set due_at = excluded.due_at, done_at = null
     ), marks as (
       delete from favorites f using purged p where f.user_id = p.user_id and f.image_id = p.id
     )
     select count(*) as count from purged`,
    [generationId],
  );
  await scrubGeneration(tx, generationId);
  return purged?.count ?? 0;
}

/** Once none of its pictures is left, the words of a generation go too; what it cost stays. */
const scrubGeneration = (tx: EntityManager, id: string): Promise<unknown> =>
  rows(
    tx,
    `update generations g
        set prompt = '', negative_prompt = null, understood = '[]',
            body_hash = case when body_hash is not null then ''::bytea end
      where id = $1 and prompt <> '' and not exists (
            select 1 from images i where i.generation_id = g.id and i.purged_at is null)`,
    [id],
  );

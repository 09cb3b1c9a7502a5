import { In, type EntityManager } from 'typeorm';
import { changed, rows } from '../../../platform/database/rows.js';
import { GenerationEntity } from '../shared/generation.entity.js';
import { ImageEntity } from '../shared/image.entity.js';

const OPEN = In(['pending', 'processing'] as const);

/** Of generations that it locks. The account must be locked, so that no generation or image is added. */
export async function lockOpenImages(
  tx: EntityManager,
  userId: string,
): Promise<Pick<ImageEntity, 'id' | 'generationId'>[]> {
  const generations = await tx.find(GenerationEntity, {
    select: { id: true },
    where: { userId, status: OPEN },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  return tx.find(ImageEntity, {
    select: { id: true, generationId: true },
    where: { generationId: In(generations.map(({ id }) => id)), status: OPEN },
    order: { id: 'ASC' },
  });
}

// Skips scrubbed rows, and deletes search tokens in bulk rather than by the trigger, row by row.
const ERASE = `
with scrubbed_generations as (
  update generations
     set prompt = '', negative_prompt = null, understood = '[]', idem_key = null, body_hash = null,
         deleted_at = coalesce(deleted_at, now())
   where id = any($1) and (deleted_at is null or prompt <> '' or negative_prompt is not null or idem_key is not null
                           or understood <> '[]')
), scrubbed_images as (
  update images
     set deleted_at = coalesce(deleted_at, now()), purge_at = coalesce(purge_at, now()), purged_at = now(),
         thumbhash = null, sha256 = case when sha256 is not null then ''::bytea end, engine_request_id = null,
         prompt_head = ''
   where generation_id = any($1) and (purged_at is null or thumbhash is not null or sha256 <> ''
                                      or engine_request_id is not null or prompt_head <> '')
  returning object_key
), tokens as (
  delete from prompt_tokens where generation_id = any($1)
)
insert into object_deletions (object_key) select object_key from scrubbed_images where object_key is not null
on conflict (object_key) do update set due_at = least(object_deletions.due_at, now()) where object_deletions.done_at is null`;

/** The next `limit` generations after number `after`; charges stay. Returns the last number, or null at the end. */
export async function eraseGenerations(
  tx: EntityManager,
  userId: string,
  after: number,
  limit: number,
): Promise<number | null> {
  const next = await tx
    .createQueryBuilder(GenerationEntity, 'g')
    .select(['g.id', 'g.seq'])
    .where('g.userId = :userId and g.seq > :after', { userId, after })
    .orderBy('g.seq')
    .limit(limit)
    .setLock('for_no_key_update')
    .getMany();
  if (next.length === 0) return null;
  await rows(tx, ERASE, [next.map(({ id }) => id)]);
  return next.at(-1)?.seq ?? null;
}

/** Tables through which visitors reach images without signing in. */
const LINKS = ['shares', 'export_tickets', 'running_exports'] as const;

export async function deleteLinks(tx: EntityManager, userId: string): Promise<void> {
  for (const table of LINKS)
    await tx.createQueryBuilder().delete().from(table).where('user_id = :userId', { userId }).execute();
}

/** While these are missing, nothing must be counted during the erasure. */
export const LISTS = ['favorites', 'prompt_uses', 'gallery_page_index', 'gallery_counters'] as const;
/** Triggers write these again with each erased image. */
export const TALLIES = ['picture_tallies'] as const;
export type ListTable = (typeof LISTS | typeof TALLIES)[number];

export async function eraseLists(
  tx: EntityManager,
  tables: readonly ListTable[],
  userId: string,
  limit: number,
): Promise<boolean> {
  for (const table of tables) {
    const deleted = await changed(
      tx,
      `delete from ${table} where ctid = any(array(select ctid from ${table} where user_id = $1 limit $2))`,
      [userId, limit],
    );
    if (deleted === limit) return false;
  }
  return true;
}

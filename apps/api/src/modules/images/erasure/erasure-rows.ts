import { In, type EntityManager } from 'typeorm';
import { changed, rows } from '../../../platform/database/rows.js';
import { GenerationEntity } from '../shared/generation.entity.js';
import { ImageEntity } from '../shared/image.entity.js';

const OPEN = In(['pending', 'processing'] as const);

export interface OpenGenerations {
  generationIds: string[];
  imageIds: string[];
}

/** Locks a user's open generations and returns their open images. The account must be locked, so that neither grow. */
export async function lockOpenGenerations(tx: EntityManager, userId: string): Promise<OpenGenerations> {
  const generations = await tx.find(GenerationEntity, {
    select: { id: true },
    where: { userId, status: OPEN },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  const generationIds = generations.map(({ id }) => id);
  const images = await tx.find(ImageEntity, {
    select: { id: true },
    where: { generationId: In(generationIds), status: OPEN },
    order: { id: 'ASC' },
  });
  return { generationIds, imageIds: images.map(({ id }) => id) };
}

/** Ends waiting and running images. A worker that brings one finds it closed. */
export async function cancelOpenImages(tx: EntityManager, imageIds: string[]): Promise<void> {
  await tx.update(
    ImageEntity,
    { id: In(imageIds), status: OPEN },
    { status: 'cancelled', errorCode: 'CANCELLED', finishedAt: () => 'now()' },
  );
}

// May run over a long history many times, so scrubbed rows are not written again. The search tokens are deleted by this
// statement, because the trigger for changed prompts would delete them row by row.
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

/**
 * Erases prompts, placeholders and files (by records of their deletion) of the next `limit` generations after the running
 * number `after`. What was paid stays. Returns the last number, or null when there are no more.
 */
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

/** What leads to images without signing in. */
const LINKS = ['shares', 'export_tickets', 'running_exports'] as const;

export async function deleteLinks(tx: EntityManager, userId: string): Promise<void> {
  for (const table of LINKS)
    await tx.createQueryBuilder().delete().from(table).where('user_id = :userId', { userId }).execute();
}

/** Orders and counts of a user's images. Without them nothing must be counted while the images are erased. */
export const LISTS = ['favorites', 'prompt_uses', 'gallery_page_index', 'gallery_counters'] as const;
/** Counts that triggers write again with each erased image. */
export const TALLIES = ['picture_tallies'] as const;
export type ListTable = (typeof LISTS | typeof TALLIES)[number];

/** Deletes up to `limit` rows of each of these tables. False when there are more. */
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

import { UNDO_SECONDS } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { oneRow, rows } from '../../../../platform/database/rows.js';
import { GenerationEntity } from '../../shared/generation.entity.js';
import type { RowStatus } from '../../shared/row-status.js';
import { lockGalleryCounters } from '../lock-gallery-counters.js';
import { PAGE_INDEX_LEVELS } from '../page-index-levels.js';

export interface Selection {
  imageIds: string[];
  generationIds: string[];
}

export interface SelectedImage {
  id: string;
  generationId: string;
  status: RowStatus;
  isDeleted: boolean;
  canRestore: boolean;
  wasDeletedWithGeneration: boolean;
}

/** Counters first, then generations. Null when anything is unknown or of another user. */
export async function lockSelection(
  tx: EntityManager,
  userId: string,
  { imageIds, generationIds }: Selection,
): Promise<SelectedImage[] | null> {
  await lockGalleryCounters(tx, userId);
  await tx
    .createQueryBuilder(GenerationEntity, 'g')
    .select('g.id')
    .where('g.userId = :userId', { userId })
    .andWhere(
      `g.id = any(cast(:generationIds as uuid[])
                  || array(select generation_id from images where user_id = :userId and id = any(cast(:imageIds as uuid[]))))`,
      { generationIds, imageIds },
    )
    .orderBy('g.id')
    .setLock('for_no_key_update')
    .getMany();
  // A separate statement, so that its snapshot includes what the previous lock owners committed.
  const found = await rows<SelectedImage>(
    tx,
    `select i.id, i.generation_id as "generationId", i.status, i.deleted_at is not null as "isDeleted",
            coalesce(i.purge_at > statement_timestamp() and i.purged_at is null, false) as "canRestore",
            coalesce(i.deleted_at = g.deleted_at, false) as "wasDeletedWithGeneration"
       from images i join generations g on g.id = i.generation_id
      where i.user_id = $1 and (i.id = any($2::uuid[]) or i.generation_id = any($3::uuid[]))
      order by i.seq`,
    [userId, imageIds, generationIds],
  );
  const known = new Set(found.flatMap(({ id, generationId }) => [id, `g:${generationId}`]));
  const named = [...imageIds, ...generationIds.map((id) => `g:${id}`)];
  return named.every((id) => known.has(id)) ? found : null;
}

// One time for all rows of a deletion, which marks them as belonging together.
const HIDE = `
with hidden_images as (
  update images
     set deleted_at = statement_timestamp(), purge_at = statement_timestamp() + interval '${UNDO_SECONDS} seconds'
   where user_id = $1 and id = any($2::uuid[]) and deleted_at is null returning id, generation_id, seq
), hidden_generations as (
  update generations g set deleted_at = statement_timestamp()
   where id in (select generation_id from hidden_images) and deleted_at is null
     and not exists (select 1 from images i
                      where i.generation_id = g.id and i.deleted_at is null and i.id <> all($2::uuid[]))
  returning seq
), hidden_favorites as (
  update favorites set is_hidden = true
   where user_id = $1 and not is_hidden and image_id in (select id from hidden_images) returning seq
), numbers as (
  select 'images' as list, seq from hidden_images union all select 'generations', seq from hidden_generations
  union all select 'favorites', seq from hidden_favorites
), gaps as (
  insert into gallery_page_index (user_id, list, level, block, gaps)
  select $1::uuid, list, level, (seq - 1) >> bits, count(*)
    from numbers, ${PAGE_INDEX_LEVELS} group by 2, 3, 4
  on conflict (user_id, list, level, block) do update set gaps = gallery_page_index.gaps + excluded.gaps
), counters as (
  update gallery_counters
     set image_count = image_count - (select count(*) from hidden_images),
         generation_count = generation_count - (select count(*) from hidden_generations),
         favorite_count = favorite_count - (select count(*) from hidden_favorites)
   where user_id = $1
)
select iso_timestamp(statement_timestamp() + interval '${UNDO_SECONDS} seconds') as until`;

export async function hideImages(tx: EntityManager, userId: string, imageIds: string[]): Promise<string> {
  const { until } = await oneRow<{ until: string }>(tx, HIDE, [userId, imageIds]);
  return until;
}

const SHOW = `
with shown_images as (
  update images set deleted_at = null, purge_at = null
   where user_id = $1 and id = any($2::uuid[]) and deleted_at is not null and purged_at is null
  returning id, generation_id, seq
), shown_generations as (
  update generations set deleted_at = null
   where id in (select generation_id from shown_images) and deleted_at is not null returning seq
), shown_favorites as (
  update favorites set is_hidden = false
   where user_id = $1 and is_hidden and image_id in (select id from shown_images) returning seq
), numbers as (
  select 'images' as list, seq from shown_images union all select 'generations', seq from shown_generations
  union all select 'favorites', seq from shown_favorites
), gaps as (
  insert into gallery_page_index (user_id, list, level, block, gaps)
  select $1::uuid, list, level, (seq - 1) >> bits, count(*)
    from numbers, ${PAGE_INDEX_LEVELS} group by 2, 3, 4
  on conflict (user_id, list, level, block) do update set gaps = gallery_page_index.gaps - excluded.gaps
), counters as (
  update gallery_counters
     set image_count = image_count + (select count(*) from shown_images),
         generation_count = generation_count + (select count(*) from shown_generations),
         favorite_count = favorite_count + (select count(*) from shown_favorites)
   where user_id = $1
)
select count(*) as count from shown_images`;

/** Restores favorites too. Returns the number of images. */
export const showImages = async (tx: EntityManager, userId: string, imageIds: string[]): Promise<number> =>
  (await oneRow<{ count: number }>(tx, SHOW, [userId, imageIds])).count;

import type { EntityManager } from 'typeorm';
import { row, rows } from '../../../../platform/database/rows.js';
import { ImageEntity } from '../../shared/image.entity.js';
import type { RowStatus } from '../../shared/row-status.js';
import { lockGalleryCounters } from '../lock-gallery-counters.js';
import { FavoriteEntity } from './favorite.entity.js';
import { PAGE_INDEX_LEVELS } from '../page-index-levels.js';

export interface MarkableImage {
  id: string;
  status: RowStatus;
  isDeleted: boolean;
  isFavorite: boolean;
}

/** Locks the user's counters first. Leaves out images that are unknown or of another user. */
export async function lockForFavorites(
  tx: EntityManager,
  userId: string,
  imageIds: readonly string[],
): Promise<MarkableImage[]> {
  await lockGalleryCounters(tx, userId);
  // A separate statement, so that its snapshot includes what the previous lock owner committed.
  return tx
    .createQueryBuilder(ImageEntity, 'i')
    .leftJoin(FavoriteEntity, 'f', 'f.userId = i.userId and f.imageId = i.id')
    .select('i.id', 'id')
    .addSelect('i.status', 'status')
    .addSelect('i.deletedAt is not null', 'isDeleted')
    .addSelect('f.imageId is not null', 'isFavorite')
    .where('i.id = any(cast(:imageIds as uuid[])) and i.userId = :userId', { imageIds, userId })
    .getRawMany<MarkableImage>();
}

const ADD = `
with counters as (
  update gallery_counters
     set next_favorite_seq = next_favorite_seq + cardinality($2::uuid[]),
         favorite_count = favorite_count + cardinality($2::uuid[])
   where user_id = $1 returning next_favorite_seq as next
)
insert into favorites (user_id, image_id, seq)
select $1, id, next - place from counters, unnest($2::uuid[]) with ordinality as added (id, place)`;

/** The first one comes first in the list. The counters must be locked, and none of the images may be a favorite. */
export async function addFavorites(tx: EntityManager, userId: string, imageIds: readonly string[]): Promise<void> {
  await row(tx, ADD, [userId, imageIds]);
}

const RESTORE = `
with restored as (
  insert into favorites (user_id, image_id, seq)
  select c.user_id, former.id, former.seq
    from gallery_counters c, unnest($2::uuid[], $3::bigint[]) as former (id, seq)
   where c.user_id = $1 and former.seq < c.next_favorite_seq
  on conflict (user_id, seq) do nothing
  returning image_id, seq
), gaps as (
  insert into gallery_page_index (user_id, list, level, block, gaps)
  select $1::uuid, 'favorites', level, (seq - 1) >> bits, count(*)
    from restored, ${PAGE_INDEX_LEVELS} group by 3, 4
  on conflict (user_id, list, level, block) do update set gaps = gallery_page_index.gaps - excluded.gaps
), counters as (
  update gallery_counters set favorite_count = favorite_count + (select count(*) from restored) where user_id = $1
)
select image_id as id from restored`;

/**
 * Gives images the places that they had, where those are free. Returns the images that have theirs back. The counters must
 * be locked, and none of the images may be a favorite.
 */
export async function restoreFavorites(
  tx: EntityManager,
  userId: string,
  former: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const restored = await rows<{ id: string }>(tx, RESTORE, [userId, [...former.keys()], [...former.values()]]);
  return new Set(restored.map(({ id }) => id));
}

const REMOVE = `
with removed as (
  delete from favorites where user_id = $1 and image_id = any($2::uuid[]) returning image_id, seq
), gaps as (
  insert into gallery_page_index (user_id, list, level, block, gaps)
  select $1::uuid, 'favorites', level, (seq - 1) >> bits, count(*)
    from removed, ${PAGE_INDEX_LEVELS} group by 3, 4
  on conflict (user_id, list, level, block) do update set gaps = gallery_page_index.gaps + excluded.gaps
), counters as (
  update gallery_counters set favorite_count = favorite_count - (select count(*) from removed) where user_id = $1
)
select seq from removed order by array_position($2::uuid[], image_id)`;

/** Returns the places that they had. The counters must be locked, and each of the images must be a favorite. */
export async function removeFavorites(
  tx: EntityManager,
  userId: string,
  imageIds: readonly string[],
): Promise<number[]> {
  const removed = await rows<{ seq: number }>(tx, REMOVE, [userId, imageIds]);
  return removed.map(({ seq }) => seq);
}

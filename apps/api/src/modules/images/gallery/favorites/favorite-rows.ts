import type { EntityManager } from 'typeorm';
import { changed, row } from '../../../../platform/database/rows.js';
import { ImageEntity } from '../../shared/image.entity.js';
import type { RowStatus } from '../../shared/row-status.js';
import { lockGalleryCounters } from '../lock-gallery-counters.js';
import { FavoriteEntity } from './favorite.entity.js';

/** Locks the user's counters first. Null when the image is unknown, deleted or of another user. */
export async function lockForFavorite(
  tx: EntityManager,
  userId: string,
  imageId: string,
): Promise<{ status: RowStatus; isFavorite: boolean } | null> {
  await lockGalleryCounters(tx, userId);
  // A separate statement, so that its snapshot includes what the previous lock owner committed.
  const image = await tx
    .createQueryBuilder(ImageEntity, 'i')
    .leftJoin(FavoriteEntity, 'f', 'f.userId = i.userId and f.imageId = i.id')
    .select('i.status', 'status')
    .addSelect('f.imageId is not null', 'isFavorite')
    .where('i.id = :imageId and i.userId = :userId and i.deletedAt is null', { imageId, userId })
    .getRawOne<{ status: RowStatus; isFavorite: boolean }>();
  return image ?? null;
}

const ADD = `
with counters as (
  update gallery_counters set next_favorite_seq = next_favorite_seq + 1, favorite_count = favorite_count + 1
   where user_id = $1 returning next_favorite_seq - 1 as seq
)
insert into favorites (user_id, image_id, seq) select $1, $2, seq from counters`;

/** The counters must be locked, and the image must be no favorite. */
export async function addFavorite(tx: EntityManager, userId: string, imageId: string): Promise<void> {
  await row(tx, ADD, [userId, imageId]);
}

const REMOVE = `
with removed as (
  delete from favorites where user_id = $1 and image_id = $2 returning seq
), gaps as (
  insert into gallery_page_index (user_id, list, level, block, gaps)
  select $1::uuid, 'favorites', level, (seq - 1) >> bits, 1
    from removed, (values (1, 7), (2, 11)) as levels (level, bits)
  on conflict (user_id, list, level, block) do update set gaps = gallery_page_index.gaps + excluded.gaps
)
update gallery_counters set favorite_count = favorite_count - (select count(*) from removed) where user_id = $1`;

/** The counters must be locked, and the image must be a favorite. */
export async function removeFavorite(tx: EntityManager, userId: string, imageId: string): Promise<void> {
  await changed(tx, REMOVE, [userId, imageId]);
}

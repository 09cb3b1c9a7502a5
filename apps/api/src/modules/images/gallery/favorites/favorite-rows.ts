import type { EntityManager } from 'typeorm';
import { changed, row } from '../../../../platform/database/rows.js';
import type { RowStatus } from '../../shared/generation-rows.js';
import { countGaps } from '../page-index.js';

/**
 * Locks the owner's counters, the lock under which favourites change, and then tells the picture's state. Null when the
 * picture is not theirs or not there.
 */
export async function lockForFavorite(
  tx: EntityManager,
  userId: string,
  imageId: string,
): Promise<{ status: RowStatus; isFavorite: boolean } | null> {
  await tx.query(`select 1 from gallery_counters where user_id = $1 for no key update`, [userId]);
  // A statement of its own: what the previous owner of the lock did must be in its snapshot.
  return row(
    tx,
    `select i.status, f.image_id is not null as "isFavorite"
       from images i left join favorites f on f.user_id = i.user_id and f.image_id = i.id
      where i.id = $1 and i.user_id = $2 and i.deleted_at is null`,
    [imageId, userId],
  );
}

/** Adds a picture that is no favourite yet; the counters must be locked. */
export async function addFavorite(tx: EntityManager, userId: string, imageId: string): Promise<void> {
  await tx.query(
    `with counters as (
       update gallery_counters set next_favorite_seq = next_favorite_seq + 1, favorite_count = favorite_count + 1
        where user_id = $1 returning next_favorite_seq - 1 as seq
     )
     insert into favorites (user_id, image_id, seq) select $1, $2, seq from counters`,
    [userId, imageId],
  );
}

/** Removes a picture that is a favourite; the counters must be locked. */
export async function removeFavorite(tx: EntityManager, userId: string, imageId: string): Promise<void> {
  await changed(
    tx,
    `with removed as (delete from favorites where user_id = $1 and image_id = $2 returning seq),
          gaps as (${countGaps(`select 'favorites' as list, seq from removed`, '+')})
     update gallery_counters set favorite_count = favorite_count - (select count(*) from removed) where user_id = $1`,
    [userId, imageId],
  );
}

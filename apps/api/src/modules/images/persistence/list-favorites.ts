import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { emptyPage, GALLERY_JSON, NOW_SECONDS, type GalleryRow, type PageRow } from './row-shapes.js';

// Favourites have running numbers of their own; a picture that is marked again comes first again.
const STATEMENT = {
  name: 'images_list_favorites',
  text: `
    with shelf as (
      select favorite_count as total, next_favorite_seq - 1 as last, favorite_count = next_favorite_seq - 1 as dense
        from shelves where user_id = $1
    ), page as (
      select f.user_id, f.image_id, f.seq from favorites f join images i on i.id = f.image_id
       where f.user_id = $1 and i.deleted_at is null
         and f.seq <= (select case when dense then total - $3 else last end from shelf)
       order by f.seq desc limit $2 offset (select case when dense then 0 else $3 end from shelf)
    )
    select ${NOW_SECONDS} as now, coalesce((select total from shelf), 0) as total,
           coalesce((select json_agg(${GALLERY_JSON} order by f.seq desc)
                       from page f join images i on i.id = f.image_id join generations g on g.id = i.generation_id), '[]')
           as items`,
};

/** One page of a person's favourites, last marked first, and how many there are. `skip`: favourites before the page. */
export async function listFavorites(
  dataSource: DataSource,
  userId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<PageRow<GalleryRow>> {
  const [page] = await prepared<PageRow<GalleryRow>>(dataSource, STATEMENT, [userId, limit, skip]);
  return page ?? emptyPage();
}

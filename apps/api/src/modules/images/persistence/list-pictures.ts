import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import {
  emptyPage,
  FAVORITE_OF_PICTURE,
  GALLERY_JSON,
  NOW_SECONDS,
  type GalleryRow,
  type PageRow,
} from './row-shapes.js';

// While nothing was removed a picture's running number tells its page, so that far pages cost what the first one costs.
// Otherwise the pictures before the page are counted off in the index alone.
const STATEMENT = {
  name: 'images_list_pictures',
  text: `
    with shelf as (
      select image_count as total, next_image_seq - 1 as last, image_count = next_image_seq - 1 as dense
        from shelves where user_id = $1
    ), page as (
      select user_id, seq from images
       where user_id = $1 and deleted_at is null
         and seq <= (select case when dense then total - $3 else last end from shelf)
       order by seq desc limit $2 offset (select case when dense then 0 else $3 end from shelf)
    )
    select ${NOW_SECONDS} as now, coalesce((select total from shelf), 0) as total,
           coalesce((select json_agg(${GALLERY_JSON} order by p.seq desc)
                       from page p join images i using (user_id, seq) join generations g on g.id = i.generation_id
                            ${FAVORITE_OF_PICTURE}), '[]') as items`,
};

/** One page of a person's pictures, newest first, and how many there are. `skip`: pictures before the page. */
export async function listPictures(
  dataSource: DataSource,
  userId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<PageRow<GalleryRow>> {
  const [page] = await prepared<PageRow<GalleryRow>>(dataSource, STATEMENT, [userId, limit, skip]);
  return page ?? emptyPage();
}

import type { FavoriteSort, SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { rows } from '../../../platform/database/rows.js';
import { filteredPage } from './filtered-page.js';
import { isFiltered, type ListPage } from './list-filter.js';
import { pageBySeq } from './page-start.js';
import { PICTURE_LOOK_UP } from './list-pictures.js';
import { emptyPage, GALLERY_JSON, NOW_SECONDS, type GalleryRow, type PageRow } from './row-shapes.js';

// Favourites have running numbers of their own; a picture that is marked again comes first again.
const items = (place: string): string => `
  coalesce((select json_agg(${GALLERY_JSON} order by ${place})
              from page p join favorites f on f.user_id = $1 and f.seq = p.seq
                   join images i on i.id = f.image_id join generations g on g.id = i.generation_id), '[]') as items`;

const bySeq = (order: SortOrder): PreparedStatement => ({
  name: `images_list_favorites_${order}`,
  text: `with ${pageBySeq('favorites', order)}
         select ${NOW_SECONDS} as now, coalesce((select total from shelf), 0) as total, ${items(`p.seq ${order}`)}`,
});
const BY_SEQ = { asc: bySeq('asc'), desc: bySeq('desc') };

const SOURCE = {
  from: 'favorites m join images t on t.id = m.image_id where m.user_id = $1 and not m.is_hidden',
  seq: 'm.seq',
  count: 'favorite_count',
  sorts: { favorited_at: '', created_at: 't.seq', prompt: 't.prompt_head', style: 't.style' },
  ...PICTURE_LOOK_UP,
};

/** One page of a person's favourites, and how many there are, by one statement. */
export async function listFavorites(
  dataSource: DataSource,
  userId: string,
  page: ListPage<FavoriteSort>,
): Promise<PageRow<GalleryRow>> {
  if (page.sort === 'favorited_at' && !isFiltered(page)) {
    const params = [userId, page.limit, page.skip];
    const [found] = await prepared<PageRow<GalleryRow>>(dataSource, BY_SEQ[page.order], params);
    return found ?? emptyPage();
  }
  const { ctes, params } = filteredPage(userId, page, SOURCE);
  const [found] = await rows<PageRow<GalleryRow>>(
    dataSource,
    `with ${ctes}
     select ${NOW_SECONDS} as now, coalesce((select total from counted), 0) as total, ${items('p.place')}`,
    params,
  );
  return found ?? emptyPage();
}

import type { FavoriteSort, SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../../platform/database/prepared.js';
import { rows } from '../../../../platform/database/rows.js';
import { filteredPage } from './filtered-page.js';
import { galleryPage, toGalleryPage, type GalleryPage, type GalleryPageRow } from './gallery-items.js';
import { isFiltered, type ListPage } from './list-filter.js';
import { pageBySeq } from './page-start.js';
import { PICTURE_LOOK_UP } from './list-images.js';

const OF_FAVORITES = `join images i on i.id = f.image_id join generations g on g.id = i.generation_id`;

// Favourites have running numbers of their own; a picture that is marked again comes first again.
const bySeq = (order: SortOrder): PreparedStatement => ({
  name: `images_list_favorites_${order}`,
  text: galleryPage({
    ctes: pageBySeq('favorites', order),
    total: '(select total from counters)',
    from: `page f ${OF_FAVORITES}`,
    order: `f.seq ${order}`,
  }),
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
): Promise<GalleryPage> {
  if (page.sort === 'favorited_at' && !isFiltered(page)) {
    const params = [userId, page.limit, page.skip];
    return toGalleryPage((await prepared<GalleryPageRow>(dataSource, BY_SEQ[page.order], params))[0]);
  }
  const { ctes, params } = filteredPage(userId, page, SOURCE);
  const from = `page p join favorites f on f.user_id = $1 and f.seq = p.seq ${OF_FAVORITES}`;
  const statement = galleryPage({ ctes, total: '(select total from counted)', from, order: 'p.place' });
  return toGalleryPage((await rows<GalleryPageRow>(dataSource, statement, params))[0]);
}

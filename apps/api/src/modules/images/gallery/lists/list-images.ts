import { MAX_IMAGES_PER_GENERATION, type GenerationSort, type SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../../platform/database/prepared.js';
import { rows } from '../../../../platform/database/rows.js';
import { filteredPage } from './filtered-page.js';
import { galleryPage, toGalleryPage, type GalleryPage, type GalleryPageRow } from './gallery-items.js';
import { isFiltered, type ListPage } from './list-filter.js';
import { pageBySeq } from './page-start.js';
import { FAVORITE_OF_PICTURE } from '../../shared/generation-rows.js';

const OF_PICTURES = `join generations g on g.id = i.generation_id ${FAVORITE_OF_PICTURE}`;

const bySeq = (order: SortOrder): PreparedStatement => ({
  name: `images_list_pictures_${order}`,
  text: galleryPage({
    ctes: pageBySeq('images', order),
    total: '(select total from counters)',
    from: `page i ${OF_PICTURES}`,
    order: `i.seq ${order}`,
  }),
});
const BY_SEQ = { asc: bySeq('asc'), desc: bySeq('desc') };

/** How pictures are found by marks and words. */
export const PICTURE_LOOK_UP = {
  favoriteSeqs: `select f.image_seq from favorites f where f.user_id = $1 and not f.is_hidden`,
  foundSeq: 'p.first_image_seq + n.i',
  // Of generate_series Postgres expects a thousand rows, and then plans for millions.
  foundJoin: `join (values ${Array.from({ length: MAX_IMAGES_PER_GENERATION }, (_, i) => `(${i})`).join(', ')}) as n (i)
                on n.i < p.image_count`,
};

const SOURCE = {
  from: 'images t where t.user_id = $1 and t.deleted_at is null',
  seq: 't.seq',
  count: 'image_count',
  sorts: { created_at: '', prompt: 't.prompt_head', style: 't.style' },
  ...PICTURE_LOOK_UP,
};

/** One page of a person's pictures and how many there are, by one statement. */
export async function listImages(
  dataSource: DataSource,
  userId: string,
  page: ListPage<GenerationSort>,
): Promise<GalleryPage> {
  if (page.sort === 'created_at' && !isFiltered(page)) {
    const params = [userId, page.limit, page.skip];
    return toGalleryPage((await prepared<GalleryPageRow>(dataSource, BY_SEQ[page.order], params))[0]);
  }
  const { ctes, params } = filteredPage(userId, page, SOURCE);
  const from = `page p join images i on i.user_id = $1 and i.seq = p.seq ${OF_PICTURES}`;
  const statement = galleryPage({ ctes, total: '(select total from counted)', from, order: 'p.place' });
  return toGalleryPage((await rows<GalleryPageRow>(dataSource, statement, params))[0]);
}

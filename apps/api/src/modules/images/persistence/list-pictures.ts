import { MAX_IMAGES_PER_GENERATION, type GenerationSort, type SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { rows } from '../../../platform/database/rows.js';
import { filteredPage } from './filtered-page.js';
import { isFiltered, type ListPage } from './list-filter.js';
import { pageBySeq } from './page-start.js';
import {
  emptyPage,
  FAVORITE_OF_PICTURE,
  GALLERY_JSON,
  NOW_SECONDS,
  type GalleryRow,
  type PageRow,
} from './row-shapes.js';

const items = (place: string): string => `
  coalesce((select json_agg(${GALLERY_JSON} order by ${place})
              from page p join images i on i.user_id = $1 and i.seq = p.seq join generations g on g.id = i.generation_id
                   ${FAVORITE_OF_PICTURE}), '[]') as items`;

const bySeq = (order: SortOrder): PreparedStatement => ({
  name: `images_list_pictures_${order}`,
  text: `with ${pageBySeq('images', order)}
         select ${NOW_SECONDS} as now, coalesce((select total from shelf), 0) as total, ${items(`p.seq ${order}`)}`,
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
export async function listPictures(
  dataSource: DataSource,
  userId: string,
  page: ListPage<GenerationSort>,
): Promise<PageRow<GalleryRow>> {
  if (page.sort === 'created_at' && !isFiltered(page)) {
    const params = [userId, page.limit, page.skip];
    const [found] = await prepared<PageRow<GalleryRow>>(dataSource, BY_SEQ[page.order], params);
    return found ?? emptyPage();
  }
  const { ctes, params } = filteredPage(userId, page, SOURCE);
  const [found] = await rows<PageRow<GalleryRow>>(
    dataSource,
    `with ${ctes} select ${NOW_SECONDS} as now, coalesce((select total from counted), 0) as total, ${items('p.place')}`,
    params,
  );
  return found ?? emptyPage();
}

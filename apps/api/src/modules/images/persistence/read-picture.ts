import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { FAVORITE_OF_PICTURE, GALLERY_JSON, NOW_SECONDS, type GalleryRow } from './row-shapes.js';

const STATEMENT = {
  name: 'images_read_picture',
  text: `select ${NOW_SECONDS} as now, ${GALLERY_JSON} as picture
           from images i join generations g on g.id = i.generation_id ${FAVORITE_OF_PICTURE}
          where i.id = $1 and i.user_id = $2 and i.deleted_at is null`,
};

/** A person's picture, or null when it is not theirs or not there. */
export async function readPicture(
  dataSource: DataSource,
  userId: string,
  id: string,
): Promise<{ now: number; picture: GalleryRow } | null> {
  const [found] = await prepared<{ now: number; picture: GalleryRow }>(dataSource, STATEMENT, [id, userId]);
  return found ?? null;
}

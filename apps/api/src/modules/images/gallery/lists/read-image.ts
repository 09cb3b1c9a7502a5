import type { DataSource } from 'typeorm';
import { prepared } from '../../../../platform/database/prepared.js';
import { GALLERY_ITEM, type GalleryItemText } from './gallery-items.js';
import { FAVORITE_OF_PICTURE, NOW_SECONDS } from '../../shared/generation-rows.js';

const STATEMENT = {
  name: 'images_read_picture',
  text: `select ${NOW_SECONDS} as now, ${GALLERY_ITEM}
           from images i join generations g on g.id = i.generation_id ${FAVORITE_OF_PICTURE}
          where i.id = $1 and i.user_id = $2 and i.deleted_at is null`,
};

interface FoundPicture extends GalleryItemText {
  /** Unix seconds of the database's clock. */
  now: number;
}

/** A person's picture, or null when it is not theirs or not there. */
export async function readImage(dataSource: DataSource, userId: string, id: string): Promise<FoundPicture | null> {
  const [found] = await prepared<FoundPicture>(dataSource, STATEMENT, [id, userId]);
  return found ?? null;
}

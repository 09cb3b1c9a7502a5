import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';

/** A delivered picture's file, as its row tells of it. */
export interface FileOfImage {
  /** Of the picture. */
  id: string;
  key: string;
  bytes: number;
}

const DELIVERED = `status = 'completed' and deleted_at is null`;
const FIELDS = `id, object_key as key, bytes`;

/** Files that should be there, by id behind `after` (`''`: from the first). */
export const storedFiles = (sql: Sql, after: string, limit: number): Promise<FileOfImage[]> =>
  rows(
    sql,
    `select ${FIELDS} from images
      where ${DELIVERED} and file_lost_at is null and ($1 = '' or id > nullif($1, '')::uuid) order by id limit $2`,
    [after, limit],
  );

/** Files that were missed, at random where they are more than `limit`. */
export const lostFiles = (sql: Sql, limit: number): Promise<FileOfImage[]> =>
  rows(sql, `select ${FIELDS} from images where file_lost_at is not null and ${DELIVERED} order by random() limit $1`, [
    limit,
  ]);

export const countLostFiles = async (sql: Sql): Promise<number> =>
  (
    await row<{ count: number }>(
      sql,
      `select count(*) as count from images where file_lost_at is not null and ${DELIVERED}`,
    )
  )?.count ?? 0;

/** True for exactly one of those who tell it. Its picture is shown without addresses from now on. */
export const markLost = async (sql: Sql, objectKey: string): Promise<boolean> =>
  (await changed(
    sql,
    `update images set file_lost_at = now() where object_key = $1 and file_lost_at is null and ${DELIVERED}`,
    [objectKey],
  )) === 1;

/** It is there again: a backup was played back, or a wrong setting mended. */
export const markFound = async (sql: Sql, objectKey: string): Promise<boolean> =>
  (await changed(sql, `update images set file_lost_at = null where object_key = $1 and file_lost_at is not null`, [
    objectKey,
  ])) === 1;

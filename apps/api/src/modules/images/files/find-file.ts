import type { OutputFormat } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import type { RowStatus } from '../shared/row-status.js';

export interface StoredFile {
  object_key: string;
  format: OutputFormat;
  bytes: number;
  sha256: string;
  thumb_widths: number[];
}

/** Found at a time in Unix seconds of the database. */
export interface FoundFile extends StoredFile {
  now: number;
}

// A subquery, so that Postgres does not plan anew for each number of ids.
const DELIVERED = {
  name: 'images_delivered_files',
  text: `select id, object_key, format, bytes, encode(sha256, 'hex') as sha256, thumb_widths, floor(extract(epoch from now()))::bigint as now
           from images
          where id = any((select $1::uuid[])::uuid[]) and status = 'completed' and deleted_at is null
            and exists (select 1 from users u where u.id = images.user_id and u.deleted_at is null)`,
};

export async function findDeliveredFiles(
  dataSource: DataSource,
  imageIds: readonly string[],
): Promise<(FoundFile | null)[]> {
  const found = await prepared<FoundFile & { id: string }>(dataSource, DELIVERED, [imageIds]);
  const byId = new Map(found.map((file) => [file.id, file]));
  return imageIds.map((id) => byId.get(id) ?? null);
}

const SHARED = {
  name: 'images_shared_file',
  text: `select i.object_key, i.format, i.bytes, encode(i.sha256, 'hex') as sha256, i.thumb_widths, floor(extract(epoch from now()))::bigint as now
           from shares s join images i on i.id = s.image_id join users u on u.id = i.user_id
          where s.id = $1 and s.image_id = $2 and s.revoked_at is null and s.expires_at > now()
            and i.status = 'completed' and i.deleted_at is null and u.deleted_at is null`,
};

export async function findSharedFile(
  dataSource: DataSource,
  shareId: string,
  imageId: string,
): Promise<FoundFile | null> {
  const [file] = await prepared<FoundFile & Record<string, unknown>>(dataSource, SHARED, [shareId, imageId]);
  return file ?? null;
}

export interface OwnFile {
  status: RowStatus;
  width: number;
  height: number;
  file: StoredFile | null;
  prompt: string;
  frame_number: number;
}

const BY_OWNER = {
  name: 'images_file_of_owner',
  text: `select i.status, i.width, i.height, g.prompt, i.seq as frame_number,
                case when i.status = 'completed' then json_build_object('object_key', i.object_key, 'format', i.format,
                  'bytes', i.bytes, 'sha256', encode(i.sha256, 'hex'), 'thumb_widths', i.thumb_widths) end as file
           from images i join generations g on g.id = i.generation_id
          where i.id = $1 and i.user_id = $2 and i.deleted_at is null`,
};

export async function findOwnFile(dataSource: DataSource, userId: string, imageId: string): Promise<OwnFile | null> {
  const [image] = await prepared<OwnFile>(dataSource, BY_OWNER, [imageId, userId]);
  return image ?? null;
}

const IS_SHOWN = {
  name: 'images_is_shown',
  text: `select 1 from images i join users u on u.id = i.user_id
          where i.id = $1 and i.deleted_at is null and u.deleted_at is null`,
};

export const isShown = async (dataSource: DataSource, imageId: string): Promise<boolean> =>
  (await prepared(dataSource, IS_SHOWN, [imageId])).length === 1;

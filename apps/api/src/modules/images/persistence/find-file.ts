import type { OutputFormat } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { NOW_SECONDS, type RowStatus } from './row-shapes.js';

export interface StoredFile {
  object_key: string;
  format: OutputFormat;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  thumb_widths: number[];
}

export interface LinkedFile extends StoredFile {
  /** Seconds until the link expires. */
  seconds_left: number;
}

const BY_LINK = {
  name: 'images_file_by_link',
  text: `select object_key, format, bytes, encode(sha256, 'hex') as sha256, thumb_widths,
                $2::bigint - ${NOW_SECONDS} as seconds_left
           from images
          where id = $1 and status = 'completed' and deleted_at is null and to_timestamp($2::bigint) > now()
            and exists (select 1 from users u where u.id = images.user_id and u.deleted_at is null)`,
};

/** The file of a delivered picture that was not removed, unless the link has expired (`expires`: Unix seconds). */
export async function findLinkedFile(
  dataSource: DataSource,
  imageId: string,
  expires: number,
): Promise<LinkedFile | null> {
  const [file] = await prepared<LinkedFile>(dataSource, BY_LINK, [imageId, expires]);
  return file ?? null;
}

export interface OwnFile {
  status: RowStatus;
  /** Null until the picture is delivered. */
  file: StoredFile | null;
  prompt: string;
  frame_number: number;
}

const BY_OWNER = {
  name: 'images_file_of_owner',
  text: `select i.status, g.prompt, i.seq as frame_number,
                case when i.status = 'completed' then json_build_object('object_key', i.object_key, 'format', i.format,
                  'bytes', i.bytes, 'sha256', encode(i.sha256, 'hex'), 'thumb_widths', i.thumb_widths) end as file
           from images i join generations g on g.id = i.generation_id
          where i.id = $1 and i.user_id = $2 and i.deleted_at is null`,
};

/** A person's picture as a file, or null when it is not theirs or not there. */
export async function findOwnFile(dataSource: DataSource, userId: string, imageId: string): Promise<OwnFile | null> {
  const [picture] = await prepared<OwnFile>(dataSource, BY_OWNER, [imageId, userId]);
  return picture ?? null;
}

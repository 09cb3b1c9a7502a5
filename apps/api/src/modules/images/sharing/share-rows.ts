import { SHARE_DAYS, type Model, type OutputFormat, type Quality, type Size, type Style } from '@app/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { isoTimestamp as iso, prepared } from '../../../platform/database/prepared.js';
import { changed, row, rows } from '../../../platform/database/rows.js';
import { NOW_SECONDS, type RowStatus } from '../shared/generation-rows.js';
import type { StoredFile } from '../files/find-file.js';

const WHEN_OVER = `now() + interval '${SHARE_DAYS} days'`;

/** Locks a picture for whoever shares it, and tells its state. Null when it is not theirs or not there. */
export const lockForShare = (
  tx: EntityManager,
  userId: string,
  imageId: string,
): Promise<{ status: RowStatus } | null> =>
  row(tx, `select status from images where id = $1 and user_id = $2 and deleted_at is null for no key update`, [
    imageId,
    userId,
  ]);

export interface LivingShare {
  id: string;
  token_hash: Buffer;
  /** ISO time. */
  expires_at: string;
}

/** Lets the picture's living share last its whole time again; null when it has none. The picture must be locked. */
export async function renewShare(tx: EntityManager, imageId: string): Promise<LivingShare | null> {
  const [living] = await rows<LivingShare>(
    tx,
    `update shares set expires_at = greatest(expires_at, ${WHEN_OVER})
      where image_id = $1 and revoked_at is null and replaced_at is null and expires_at > now()
     returning id, token_hash, ${iso('expires_at')} as expires_at`,
    [imageId],
  );
  return living ?? null;
}

/** Writes a share; the picture must be locked and have no living one. Answers the ISO time at which it ends. */
export async function insertShare(
  tx: EntityManager,
  share: { id: string; userId: string; imageId: string; tokenHash: Buffer },
): Promise<string> {
  await changed(
    tx,
    `update shares set replaced_at = now() where image_id = $1 and revoked_at is null and replaced_at is null`,
    [share.imageId],
  );
  const made = await row<{ expires_at: string }>(
    tx,
    `insert into shares (id, user_id, image_id, token_hash, expires_at) values ($1, $2, $3, $4, ${WHEN_OVER})
     returning ${iso('expires_at')} as expires_at`,
    [share.id, share.userId, share.imageId, share.tokenHash],
  );
  if (!made) throw new Error('an insert of one row answers one');
  return made.expires_at;
}

/** For a share whose token is another one since the installation's secret was changed. */
export const replaceTokenHash = (tx: EntityManager, id: string, tokenHash: Buffer): Promise<number> =>
  changed(tx, `update shares set token_hash = $2 where id = $1`, [id, tokenHash]);

/** Ends the picture's links for good, expired ones too; the picture must be locked. */
export const revokeShares = (tx: EntityManager, imageId: string): Promise<number> =>
  changed(tx, `update shares set revoked_at = now() where image_id = $1 and revoked_at is null`, [imageId]);

export interface SharedRow {
  share_id: string;
  /** Unix seconds of the database's clock. */
  now: number;
  is_expired: boolean;
  expires_at: string;
  is_lost: boolean;
  /** Hexadecimal `sha256`. */
  file: StoredFile;
  thumbhash: string | null;
  width: number;
  height: number;
  prompt: string;
  negative_prompt: string | null;
  model: Model;
  style: Style;
  size: Size;
  quality: Quality;
  output_format: OutputFormat;
  seed: number;
  created_at: string;
}

const BY_TOKEN = {
  name: 'images_read_shared',
  text: `select s.id as share_id, ${NOW_SECONDS} as now, s.expires_at <= now() as is_expired, ${iso('s.expires_at')} as expires_at,
                i.file_lost_at is not null as is_lost,
                json_build_object('object_key', i.object_key, 'format', i.format, 'bytes', i.bytes,
                  'sha256', encode(i.sha256, 'hex'), 'thumb_widths', i.thumb_widths) as file,
                encode(i.thumbhash, 'base64') as thumbhash, i.width, i.height, i.seed, g.prompt, g.negative_prompt,
                g.model, g.style, g.size, g.quality, g.output_format, ${iso('g.created_at')} as created_at
           from shares s join images i on i.id = s.image_id join generations g on g.id = i.generation_id
                join users u on u.id = s.user_id
          where s.token_hash = $1 and s.revoked_at is null and i.deleted_at is null and i.status = 'completed'
            and u.deleted_at is null`,
};

/** The picture that a link leads to, whose time may be over; null when there is nothing to see. */
export async function readShared(dataSource: DataSource, tokenHash: Buffer): Promise<SharedRow | null> {
  const [found] = await prepared<SharedRow & Record<string, unknown>>(dataSource, BY_TOKEN, [tokenHash]);
  return found ?? null;
}

import { SHARE_DAYS, type Model, type OutputFormat, type Quality, type Size, type Style } from '@app/contracts';
import { IsNull, Raw, type DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { ImageEntity } from '../shared/image.entity.js';
import type { StoredFile } from '../files/find-file.js';
import { ShareEntity } from './share.entity.js';

/** Returns the image's status. Null when it is unknown, deleted or of another user. */
export const lockForShare = (
  tx: EntityManager,
  userId: string,
  imageId: string,
): Promise<Pick<ImageEntity, 'status'> | null> =>
  tx.findOne(ImageEntity, {
    select: { id: true, status: true },
    where: { id: imageId, userId, deletedAt: IsNull() },
    lock: { mode: 'for_no_key_update' },
  });

const current = (imageId: string) => ({ imageId, revokedAt: IsNull(), replacedAt: IsNull() });

/** Null without a valid share. The image must be locked. */
export async function renewShare(tx: EntityManager, imageId: string): Promise<ShareEntity | null> {
  const { affected } = await tx.update(
    ShareEntity,
    { ...current(imageId), expiresAt: Raw((at) => `${at} > now()`) },
    { expiresAt: () => `greatest(expires_at, now() + interval '${SHARE_DAYS} days')` },
  );
  return affected === 1 ? tx.findOneBy(ShareEntity, current(imageId)) : null;
}

/** The image must be locked and have no valid share. Returns when the new one expires. */
export async function insertShare(
  tx: EntityManager,
  share: Pick<ShareEntity, 'id' | 'userId' | 'imageId' | 'tokenHash'>,
): Promise<Date> {
  await tx.update(ShareEntity, current(share.imageId), { replacedAt: () => 'now()' });
  await tx.insert(ShareEntity, { ...share, expiresAt: () => `now() + interval '${SHARE_DAYS} days'` });
  return (await tx.findOneByOrFail(ShareEntity, { id: share.id })).expiresAt;
}

/** For a share whose token changed with the installation's secret. */
export async function replaceTokenHash(tx: EntityManager, id: string, tokenHash: Buffer): Promise<void> {
  await tx.update(ShareEntity, id, { tokenHash });
}

/** Includes expired links. The image must be locked. */
export async function revokeShares(tx: EntityManager, imageId: string): Promise<void> {
  await tx.update(ShareEntity, { imageId, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
}

export interface SharedRow {
  share_id: string;
  now: number;
  is_expired: boolean;
  expires_at: string;
  is_lost: boolean;
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
  text: `select s.id as share_id, floor(extract(epoch from now()))::bigint as now, s.expires_at <= now() as is_expired, iso_timestamp(s.expires_at) as expires_at,
                i.file_lost_at is not null as is_lost,
                json_build_object('object_key', i.object_key, 'format', i.format, 'bytes', i.bytes,
                  'sha256', encode(i.sha256, 'hex'), 'thumb_widths', i.thumb_widths) as file,
                encode(i.thumbhash, 'base64') as thumbhash, i.width, i.height, i.seed, g.prompt, g.negative_prompt,
                g.model, g.style, g.size, g.quality, g.output_format, iso_timestamp(g.created_at) as created_at
           from shares s join images i on i.id = s.image_id join generations g on g.id = i.generation_id
                join users u on u.id = s.user_id
          where s.token_hash = $1 and s.revoked_at is null and i.deleted_at is null and i.status = 'completed'
            and u.deleted_at is null`,
};

/** Includes expired links. Null when there is nothing to show. */
export async function readShared(dataSource: DataSource, tokenHash: Buffer): Promise<SharedRow | null> {
  const [found] = await prepared<SharedRow & Record<string, unknown>>(dataSource, BY_TOKEN, [tokenHash]);
  return found ?? null;
}

import { IsNull, Not, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { ImageEntity } from '../shared/image.entity.js';

export interface FileOfImage {
  id: string;
  key: string;
  bytes: number;
}

const DELIVERED = { status: 'completed', deletedAt: IsNull() } as const;

const delivered = (manager: EntityManager): SelectQueryBuilder<ImageEntity> =>
  manager
    .createQueryBuilder(ImageEntity, 'i')
    .select('i.id', 'id')
    .addSelect('i.objectKey', 'key')
    .addSelect('i.bytes', 'bytes')
    .where(`i.status = 'completed' and i.deletedAt is null`);

export const storedFiles = (manager: EntityManager, after: string, limit: number): Promise<FileOfImage[]> => {
  const stored = delivered(manager).andWhere('i.fileLostAt is null');
  const rest = after === '' ? stored : stored.andWhere('i.id > :after', { after });
  return rest.orderBy('i.id').limit(limit).getRawMany<FileOfImage>();
};

/** A random sample beyond `limit`. */
export const lostFiles = (manager: EntityManager, limit: number): Promise<FileOfImage[]> =>
  delivered(manager).andWhere('i.fileLostAt is not null').orderBy('random()').limit(limit).getRawMany<FileOfImage>();

export const countLostFiles = (manager: EntityManager): Promise<number> =>
  manager.countBy(ImageEntity, { ...DELIVERED, fileLostAt: Not(IsNull()) });

/** True for exactly one of several concurrent calls. Removes the image's addresses. */
export async function markLost(manager: EntityManager, objectKey: string): Promise<boolean> {
  const { affected } = await manager.update(
    ImageEntity,
    { ...DELIVERED, objectKey, fileLostAt: IsNull() },
    { fileLostAt: () => 'now()' },
  );
  return affected === 1;
}

/** True for exactly one of several concurrent calls. Answers offer this width no more. */
export async function forgetThumbnail(manager: EntityManager, objectKey: string, width: number): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(ImageEntity)
    .set({ thumbWidths: () => 'array_remove(thumb_widths, :width)' })
    .where({ ...DELIVERED, objectKey })
    .andWhere(':width = any(thumb_widths)', { width })
    .execute();
  return affected === 1;
}

export const isMarkedLost = (manager: EntityManager, objectKey: string): Promise<boolean> =>
  manager.existsBy(ImageEntity, { objectKey, fileLostAt: Not(IsNull()) });

/** After a restored backup or a corrected setting. */
export async function markFound(manager: EntityManager, objectKey: string): Promise<boolean> {
  const { affected } = await manager.update(
    ImageEntity,
    { objectKey, fileLostAt: Not(IsNull()) },
    { fileLostAt: null },
  );
  return affected === 1;
}

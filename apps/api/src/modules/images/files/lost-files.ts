import { IsNull, Not, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { ImageEntity } from '../shared/image.entity.js';

/** The file of a delivered image. */
export interface FileOfImage {
  /** Of the image. */
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

/** Files that should exist, ordered by id, after the id `after` (`''`: from the first). */
export const storedFiles = (manager: EntityManager, after: string, limit: number): Promise<FileOfImage[]> => {
  const stored = delivered(manager).andWhere('i.fileLostAt is null');
  const rest = after === '' ? stored : stored.andWhere('i.id > :after', { after });
  return rest.orderBy('i.id').limit(limit).getRawMany<FileOfImage>();
};

/** Missing files, at random if there are more than `limit`. */
export const lostFiles = (manager: EntityManager, limit: number): Promise<FileOfImage[]> =>
  delivered(manager).andWhere('i.fileLostAt is not null').orderBy('random()').limit(limit).getRawMany<FileOfImage>();

export const countLostFiles = (manager: EntityManager): Promise<number> =>
  manager.countBy(ImageEntity, { ...DELIVERED, fileLostAt: Not(IsNull()) });

/** True for exactly one of several concurrent calls. The image has no addresses from then on. */
export async function markLost(manager: EntityManager, objectKey: string): Promise<boolean> {
  const { affected } = await manager.update(
    ImageEntity,
    { ...DELIVERED, objectKey, fileLostAt: IsNull() },
    { fileLostAt: () => 'now()' },
  );
  return affected === 1;
}

/** The file exists again, after a restored backup or a corrected setting. */
export async function markFound(manager: EntityManager, objectKey: string): Promise<boolean> {
  const { affected } = await manager.update(
    ImageEntity,
    { objectKey, fileLostAt: Not(IsNull()) },
    { fileLostAt: null },
  );
  return affected === 1;
}

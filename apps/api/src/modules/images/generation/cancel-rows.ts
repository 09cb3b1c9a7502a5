import type { EntityManager } from 'typeorm';
import { GenerationEntity } from '../shared/generation.entity.js';
import { ImageEntity } from '../shared/image.entity.js';

/** In order, without cancelled ones. Null when the generation is unknown, deleted or of another user. */
export async function imageIdsOf(
  manager: EntityManager,
  userId: string,
  generationId: string,
): Promise<string[] | null> {
  const images = await manager
    .createQueryBuilder(ImageEntity, 'i')
    .innerJoin(GenerationEntity, 'g', 'g.id = i.generationId')
    .select(['i.id', 'i.status', 'i.idx'])
    .where('g.id = :generationId and g.userId = :userId and g.deletedAt is null', { generationId, userId })
    .orderBy('i.idx')
    .getMany();
  if (images.length === 0) return null;
  return images.filter(({ status }) => status !== 'cancelled').map(({ id }) => id);
}

/** False when a worker has begun or it has ended. */
export async function lockUnbegun(tx: EntityManager, id: string): Promise<boolean> {
  const unbegun = await tx.findOne(GenerationEntity, {
    select: { id: true },
    where: { id, status: 'pending', attempt: 0 },
    lock: { mode: 'for_no_key_update' },
  });
  return unbegun !== null;
}

export const isCancelled = (manager: EntityManager, userId: string, id: string): Promise<boolean> =>
  manager.existsBy(GenerationEntity, { id, userId, status: 'cancelled' });

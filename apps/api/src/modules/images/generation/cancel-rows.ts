import { In, type EntityManager } from 'typeorm';
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

const cancelled = { status: 'cancelled', errorCode: 'CANCELLED', finishedAt: () => 'now()' } as const;

/** False, and nothing changed, when a worker has begun or it has ended. */
export async function cancelGeneration(tx: EntityManager, id: string): Promise<boolean> {
  const { affected } = await tx.update(GenerationEntity, { id, status: 'pending', attempt: 0 }, cancelled);
  return affected === 1;
}

export async function cancelImages(tx: EntityManager, imageIds: string[]): Promise<number> {
  const { affected } = await tx.update(ImageEntity, { id: In(imageIds), status: 'pending' }, cancelled);
  return affected ?? 0;
}

export const isCancelled = (manager: EntityManager, userId: string, id: string): Promise<boolean> =>
  manager.existsBy(GenerationEntity, { id, userId, status: 'cancelled' });

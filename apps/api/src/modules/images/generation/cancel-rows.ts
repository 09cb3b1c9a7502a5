import { In, type EntityManager } from 'typeorm';
import { GenerationEntity } from '../shared/generation.entity.js';
import { ImageEntity } from '../shared/image.entity.js';

/** The images of a user's generation in order, without cancelled ones. Null when it is unknown, deleted or another's. */
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

/** Ends a generation that no worker has begun. False, and nothing changed, when one has, or when it has ended. */
export async function cancelGeneration(tx: EntityManager, id: string): Promise<boolean> {
  const { affected } = await tx.update(GenerationEntity, { id, status: 'pending', attempt: 0 }, cancelled);
  return affected === 1;
}

/** Ends waiting images. Returns how many. */
export async function cancelImages(tx: EntityManager, imageIds: string[]): Promise<number> {
  const { affected } = await tx.update(ImageEntity, { id: In(imageIds), status: 'pending' }, cancelled);
  return affected ?? 0;
}

export const isCancelled = (manager: EntityManager, userId: string, id: string): Promise<boolean> =>
  manager.existsBy(GenerationEntity, { id, userId, status: 'cancelled' });

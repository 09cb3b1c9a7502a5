import { Raw, type EntityManager } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';
import { ImageEntity } from '../../shared/image.entity.js';
import { ObjectDeletionEntity } from './object-deletion.entity.js';

/** Recorded before it is written, so that it is deleted if the worker dies before closing its image. */
export async function scheduleObjectDeletion(
  manager: EntityManager,
  objectKey: string,
  orphanAfterMs: number,
): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(ObjectDeletionEntity)
    .values({ objectKey, dueAt: () => `now() + interval '${orphanAfterMs} milliseconds'` })
    .orIgnore()
    .execute();
}

/** In the transaction that closes its image, or once it is deleted. */
export async function cancelObjectDeletion(manager: EntityManager, objectKey: string): Promise<void> {
  await manager.delete(ObjectDeletionEntity, { objectKey });
}

/** Objects that are due and that no visible image shows, the longest due first. */
export async function dueObjects(manager: EntityManager, limit: number): Promise<string[]> {
  const due = await manager
    .createQueryBuilder(ObjectDeletionEntity, 'd')
    .select(['d.objectKey', 'd.dueAt'])
    .where('d.doneAt is null and d.dueAt <= now()')
    .andWhere('not exists (select 1 from images i where i.object_key = d.object_key and i.deleted_at is null)')
    .orderBy('d.dueAt')
    .limit(limit)
    .getMany();
  return due.map(({ objectKey }) => objectKey);
}

export async function postponeObject(manager: EntityManager, objectKey: string): Promise<void> {
  await manager.update(ObjectDeletionEntity, { objectKey }, { dueAt: () => `now() + interval '5 minutes'` });
}

// Locks in one order, because two sweeps that delete the same objects would otherwise wait for each other.
const OBJECTS_DELETED = `
update object_deletions d set done_at = now()
  from (select object_key from object_deletions where object_key = any($1) and done_at is null
         order by object_key for no key update) deleted
 where d.object_key = deleted.object_key`;

export async function markObjectsDeleted(manager: EntityManager, objectKeys: string[]): Promise<void> {
  await rows(manager, OBJECTS_DELETED, [objectKeys]);
}

export async function deleteOldObjectRows(manager: EntityManager): Promise<void> {
  await manager.delete(ObjectDeletionEntity, { doneAt: Raw((at) => `${at} < now() - interval '30 days'`) });
}

export async function knownObjects(manager: EntityManager, imageIds: string[]): Promise<Map<string, string>> {
  const known = await manager
    .createQueryBuilder(ImageEntity, 'i')
    .select('i.id', 'id')
    .addSelect('i.objectKey', 'key')
    .where('i.id = any(:imageIds) and i.objectKey is not null', { imageIds })
    .andWhere(
      `(i.purgedAt is null
        or exists (select 1 from object_deletions d where d.object_key = i.object_key and d.done_at is null))`,
    )
    .getRawMany<{ id: string; key: string }>();
  return new Map(known.map(({ id, key }) => [id, key]));
}

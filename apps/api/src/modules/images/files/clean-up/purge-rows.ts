import type { EntityManager } from 'typeorm';
import { oneRow } from '../../../../platform/database/rows.js';
import { GenerationEntity } from '../../shared/generation.entity.js';
import { ImageEntity } from '../../shared/image.entity.js';

/** The longest deleted first. Their open images are closed first. */
export async function duePurges(manager: EntityManager, limit: number): Promise<string[]> {
  const due = await manager
    .createQueryBuilder(ImageEntity, 'i')
    .select('i.generationId', 'id')
    .where(
      `i.deletedAt is not null and i.purgedAt is null and i.purgeAt <= now()
       and i.status not in ('pending', 'processing')`,
    )
    .groupBy('i.generationId')
    .orderBy('min(i.purge_at)')
    .limit(limit)
    .getRawMany<{ id: string }>();
  return due.map(({ id }) => id);
}

const PURGE = `
with purged as (
  update images set purged_at = now(), thumbhash = null, engine_request_id = null
   where generation_id = $1 and deleted_at is not null and purged_at is null and purge_at <= now()
     and status not in ('pending', 'processing')
  returning id, user_id, object_key
), objects as (
  insert into object_deletions (object_key)
  select object_key from purged where object_key is not null order by object_key
  on conflict (object_key) do update set due_at = excluded.due_at, done_at = null
), favorites as (
  delete from favorites f using purged p where f.user_id = p.user_id and f.image_id = p.id
)
select count(*) as count from purged`;

/** Locks the generation first, so that no image is restored meanwhile. Returns the number of images. */
export async function purgeImages(tx: EntityManager, generationId: string): Promise<number> {
  await tx.findOne(GenerationEntity, {
    select: { id: true },
    where: { id: generationId },
    lock: { mode: 'for_no_key_update' },
  });
  const { count } = await oneRow<{ count: number }>(tx, PURGE, [generationId]);
  await scrubGeneration(tx, generationId);
  return count;
}

async function scrubGeneration(tx: EntityManager, id: string): Promise<void> {
  await tx
    .createQueryBuilder()
    .update(GenerationEntity)
    .set({
      prompt: '',
      negativePrompt: null,
      understood: [],
      bodyHash: () => `case when body_hash is not null then ''::bytea end`,
    })
    .where(`id = :id and prompt <> ''`, { id })
    .andWhere('not exists (select 1 from images i where i.generation_id = generations.id and i.purged_at is null)')
    .execute();
}

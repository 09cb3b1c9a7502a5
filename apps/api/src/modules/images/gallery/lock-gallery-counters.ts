import type { EntityManager } from 'typeorm';
import { GalleryCountersEntity } from './gallery-counters.entity.js';

export async function lockGalleryCounters(tx: EntityManager, userId: string): Promise<void> {
  await tx.findOne(GalleryCountersEntity, { where: { userId }, lock: { mode: 'for_no_key_update' } });
}

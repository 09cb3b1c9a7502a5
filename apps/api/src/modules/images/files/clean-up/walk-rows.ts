import type { EntityManager } from 'typeorm';
import { row, type Sql } from '../../../../platform/database/rows.js';
import { StorageWalkEntity, type WalkName } from './storage-walk.entity.js';

/** How long a process that died keeps others from continuing a walk. */
export const WALK_LEASE_SECONDS = 60;

const RESUME = `
insert into storage_walks as w (name, position) values ($1, '')
on conflict (name) do update set position = coalesce(w.position, '')
  where w.position is not null or w.finished_at <= now() - $2 * interval '1 millisecond'
returning position`;

/** `''` at the beginning. Null: the last walk ended less than `everyMs` ago. */
export async function resumeWalk(sql: Sql, name: WalkName, everyMs: number): Promise<string | null> {
  return (await row<{ position: string }>(sql, RESUME, [name, everyMs]))?.position ?? null;
}

export async function saveWalk(manager: EntityManager, name: WalkName, position: string): Promise<void> {
  await manager.update(StorageWalkEntity, { name }, { position });
}

export async function endWalk(manager: EntityManager, name: WalkName): Promise<void> {
  await manager.update(StorageWalkEntity, { name }, { position: null, finishedAt: () => 'now()' });
}

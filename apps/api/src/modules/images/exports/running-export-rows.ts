import type { EntityManager } from 'typeorm';
import { row, type Sql } from '../../../platform/database/rows.js';
import { RunningExportEntity } from './running-export.entity.js';

const BEGIN = `
insert into running_exports as r (user_id, id, lease_until) values ($1, $2, now() + make_interval(secs => $3))
on conflict (user_id) do update set id = excluded.id, lease_until = excluded.lease_until
 where r.lease_until <= now()
returning 1`;

export const beginExport = async (sql: Sql, userId: string, id: string, seconds: number): Promise<boolean> =>
  (await row(sql, BEGIN, [userId, id, seconds])) !== null;

export async function prolongExport(
  manager: EntityManager,
  userId: string,
  id: string,
  seconds: number,
): Promise<boolean> {
  const leaseUntil = () => `now() + interval '${seconds} s'`;
  const { affected } = await manager.update(RunningExportEntity, { userId, id }, { leaseUntil });
  return affected === 1;
}

export async function endExport(manager: EntityManager, userId: string, id: string): Promise<void> {
  await manager.delete(RunningExportEntity, { userId, id });
}

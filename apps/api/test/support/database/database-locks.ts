import type { EntityManager } from 'typeorm';
import { row, rows } from '../../../src/platform/database/rows.js';

/** Returns once so many other connections of this database wait for a lock. */
export async function untilBlocked(tx: EntityManager, others = 1): Promise<void> {
  const waiting = `
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' having count(*) >= $1`;
  while (!(await row(tx, waiting, [others]))) await rows(tx, `select pg_stat_clear_snapshot()`);
}

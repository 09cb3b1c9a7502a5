import type { EntityManager } from 'typeorm';
import { row, rows } from '../../src/platform/database/rows.js';

/** Returns once another connection of this database waits for a lock. */
export async function untilBlocked(tx: EntityManager): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while (!(await row(tx, waiting))) await rows(tx, `select pg_stat_clear_snapshot()`);
}

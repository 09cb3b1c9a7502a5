import type { DataSource } from 'typeorm';
import { row, rows } from './rows.js';

/**
 * Does `work` while no other process does work of the same name; null, and nothing was done, when one does. The lock is no
 * transaction, so the work may be slow.
 */
export async function alone<T>(dataSource: DataSource, name: string, work: () => Promise<T>): Promise<T | null> {
  // The lock belongs to a connection, and goes with it if this process dies.
  const connection = dataSource.createQueryRunner();
  try {
    const lock = await row<{ taken: boolean }>(
      connection,
      `select pg_try_advisory_lock(hashtext('alone'), hashtext($1)) as taken`,
      [name],
    );
    if (!lock?.taken) return null;
    try {
      return await work();
    } finally {
      await rows(connection, `select pg_advisory_unlock(hashtext('alone'), hashtext($1))`, [name]);
    }
  } finally {
    await connection.release();
  }
}

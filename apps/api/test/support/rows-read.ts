import type { DataSource } from 'typeorm';
import { rows } from '../../src/platform/database/rows.js';

/** How many rows of each table a statement reads from it, apart from those that an index alone answers. */
export async function rowsRead(
  dataSource: DataSource,
  statement: string,
  params: unknown[],
): Promise<Record<string, number>> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    const look = (): Promise<{ table: string; read: number }[]> =>
      rows(
        runner,
        `select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables`,
      );
    const before = new Map((await look()).map(({ table, read }) => [table, read]));
    await rows(runner, statement, params);
    const after = (await look()).map(({ table, read }) => [table, read - (before.get(table) ?? 0)] as const);
    return Object.fromEntries(after.filter(([, read]) => read > 0));
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

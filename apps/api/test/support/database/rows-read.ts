import type { DataSource, QueryRunner } from 'typeorm';
import { rows } from '../../../src/platform/database/rows.js';

/**
 * The rows of each table that `read` fetches from the table itself. What an index alone answers does not count. `prepare`
 * runs before it in the same transaction, which is rolled back.
 */
export async function rowsRead(
  dataSource: DataSource,
  read: (measured: DataSource) => Promise<unknown>,
  prepare?: (runner: QueryRunner) => Promise<unknown>,
): Promise<Record<string, number>> {
  const runner = dataSource.createQueryRunner();
  const pool = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => ({
      rows: await runner.query(text, values),
    }),
  };
  // All statements run on one connection, whose transaction counts the rows.
  const measured = Object.create(dataSource, {
    query: { value: (text: string, params: unknown[]) => runner.query(text, params) },
    driver: { value: { master: pool } },
  }) as DataSource;
  await runner.startTransaction();
  try {
    await prepare?.(runner);
    const look = (): Promise<{ table: string; read: number }[]> =>
      rows(
        runner,
        `select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables`,
      );
    const before = new Map((await look()).map((table) => [table.table, table.read]));
    await read(measured);
    const after = (await look()).map((table) => [table.table, table.read - (before.get(table.table) ?? 0)] as const);
    return Object.fromEntries(after.filter(([, fetched]) => fetched > 0));
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

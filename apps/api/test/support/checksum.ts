import type { DataSource } from 'typeorm';
import { row, rows } from '../../src/platform/database/rows.js';

/** A fingerprint of every row of every table, but for leases of what processes do by themselves: equal before and after what must change nothing. */
export async function databaseChecksum(dataSource: DataSource): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(
    dataSource,
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_name <> 'leases' order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const sum = await row<{ sum: string }>(
      dataSource,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${name} t`,
    );
    sums[name] = sum?.sum ?? '';
  }
  return sums;
}

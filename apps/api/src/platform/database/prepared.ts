import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { AppError } from '../errors/app-error.js';

/** A hot read. Postgres plans it once per connection under its name, so a name belongs to exactly one text. */
export interface PreparedStatement {
  name: string;
  text: string;
  /** Milliseconds after which the caller gives up; the pool's own limit unless said. */
  query_timeout?: number;
}

/** Undefined before the first connection. */
export const poolOf = (dataSource: DataSource): pg.Pool | undefined =>
  (dataSource.driver as unknown as { master?: pg.Pool }).master;

/** Rows of a named prepared statement, straight from the pool. Throws `SERVICE_UNAVAILABLE` before the first connection. */
export async function prepared<T extends pg.QueryResultRow>(
  dataSource: DataSource,
  statement: PreparedStatement,
  params: unknown[] = [],
): Promise<T[]> {
  const pool = poolOf(dataSource);
  if (!pool) throw new AppError('SERVICE_UNAVAILABLE');
  return (await pool.query<T>({ ...statement, values: params })).rows;
}

/** SQL that writes a `timestamptz` as the wire does: `2026-01-31T23:59:59.123Z`. */
export const isoTimestamp = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { AppError } from '../errors/app-error.js';
import type { TimedPoolOptions } from './timed-pool.js';

export interface PoolSettings extends TimedPoolOptions {
  /** False behind a pooler that changes the connection between transactions. */
  statementNames: boolean;
  installationId: string;
}

/** Postgres plans it once per connection under its name, so a name belongs to exactly one text. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Straight from the pool. Throws `SERVICE_UNAVAILABLE` before the first connection. */
export async function prepared<T extends pg.QueryResultRow>(
  dataSource: DataSource,
  statement: PreparedStatement,
  params: unknown[] = [],
): Promise<T[]> {
  const { master: pool } = dataSource.driver as unknown as { master?: pg.Pool };
  if (!pool) throw new AppError('SERVICE_UNAVAILABLE');
  const { statementNames } = (dataSource.options as { extra: PoolSettings }).extra;
  const { name, text } = statement;
  return (await pool.query<T>({ text, values: params, ...(statementNames && { name }) })).rows;
}

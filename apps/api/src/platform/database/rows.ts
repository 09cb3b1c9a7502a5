import type { DataSource, EntityManager } from 'typeorm';

export type Sql = Pick<DataSource | EntityManager, 'query'>;

const isUpdateResult = (raw: unknown[]): raw is [unknown[], number] =>
  raw.length === 2 && Array.isArray(raw[0]) && typeof raw[1] === 'number';

/** TypeORM returns `[rows, count]` for UPDATE and DELETE, else bare rows; this always returns rows. */
export async function rows<T>(sql: Sql, text: string, params: unknown[] = []): Promise<T[]> {
  const raw = await sql.query<unknown[]>(text, params);
  return (isUpdateResult(raw) ? raw[0] : raw) as T[];
}

export async function row<T>(sql: Sql, text: string, params: unknown[] = []): Promise<T | null> {
  return (await rows<T>(sql, text, params))[0] ?? null;
}

/** Of a statement that always gives one row: an aggregate, or an insert that returns. @throws Error without a row */
export async function oneRow<T>(sql: Sql, text: string, params: unknown[] = []): Promise<T> {
  const found = await row<T>(sql, text, params);
  if (found === null) throw new Error('The statement gave no row');
  return found;
}

export async function changed(sql: Sql, text: string, params: unknown[] = []): Promise<number> {
  const raw = await sql.query<unknown[]>(text, params);
  if (!isUpdateResult(raw)) throw new Error('changed() is for UPDATE and DELETE statements');
  return raw[1];
}

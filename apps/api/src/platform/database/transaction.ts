import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_TRIES = 3;

export const sqlState = (error: unknown): string | undefined => {
  const own = (error as { code?: unknown }).code;
  const driver = (error as { driverError?: { code?: unknown } }).driverError?.code;
  return typeof driver === 'string' ? driver : typeof own === 'string' ? own : undefined;
};

export const isContention = (error: unknown): boolean =>
  [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error) ?? '');

/** READ COMMITTED, tried up to three times on contention, so `work` must have no effect outside the database. */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  tries = MAX_TRIES,
): Promise<T> {
  try {
    return await dataSource.transaction(work);
  } catch (error) {
    if (tries <= 1 || !isContention(error)) throw error;
    await sleep(10 + Math.random() * 40);
    return inTransaction(dataSource, work, tries - 1);
  }
}

import type { EntityManager, EntityTarget } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/** Inserts a row and resolves with the id that Postgres gave it. */
export async function insertOne<E extends { id: string }>(
  tx: EntityManager,
  entity: EntityTarget<E>,
  values: QueryDeepPartialEntity<E>,
): Promise<string> {
  const { identifiers } = await tx.insert(entity, values);
  return (identifiers as [{ id: string }])[0].id;
}

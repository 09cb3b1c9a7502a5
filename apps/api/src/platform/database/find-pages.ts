import type { EntityManager, EntityTarget, FindManyOptions, ObjectLiteral } from 'typeorm';

const ROWS_PER_PAGE = 500;

/** Needs an order that new rows come last in, so that none is left out or read twice. */
export async function* findPages<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  wanted: Required<Pick<FindManyOptions<E>, 'where' | 'order'>>,
  size = ROWS_PER_PAGE,
): AsyncGenerator<E[], void> {
  for (let skip = 0; ; skip += size) {
    const page = await manager.find(entity, { ...wanted, skip, take: size });
    if (page.length > 0) yield page;
    if (page.length < size) return;
  }
}

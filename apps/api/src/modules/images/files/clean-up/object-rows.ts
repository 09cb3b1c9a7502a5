import { rows, type Sql } from '../../../../platform/database/rows.js';

/**
 * Names an object before it is written: whoever dies between writing it and closing its picture leaves an entry by which
 * it is found and removed. Closing the picture takes the entry away. Naming it again after an answer that was lost is no error.
 */
export const nameObject = (sql: Sql, objectKey: string, orphanAfterMs: number): Promise<unknown> =>
  rows(
    sql,
    `insert into object_deletions (object_key, due_at) values ($1, now() + $2 * interval '1 millisecond')
     on conflict (object_key) do nothing`,
    [objectKey, orphanAfterMs],
  );

/** The object needs no removal: it belongs to a picture now (in the transaction that says so), or it is gone. */
export const forgetObject = (sql: Sql, objectKey: string): Promise<unknown> =>
  rows(sql, `delete from object_deletions where object_key = $1`, [objectKey]);

/** Objects whose time has come and that no visible picture shows, the most overdue first. */
export const dueObjects = async (sql: Sql, limit: number): Promise<string[]> => {
  const due = await rows<{ key: string }>(
    sql,
    `select object_key as key from object_deletions d
      where done_at is null and due_at <= now()
        and not exists (select 1 from images i where i.object_key = d.object_key and i.deleted_at is null)
      order by due_at limit $1`,
    [limit],
  );
  return due.map(({ key }) => key);
};

/** They could not be removed now: the next ones first. */
export const postponeObject = (sql: Sql, objectKey: string): Promise<unknown> =>
  rows(sql, `update object_deletions set due_at = now() + interval '5 minutes' where object_key = $1`, [objectKey]);

/** Locked in one order: two rounds that remove the same objects would otherwise wait for each other. */
export const objectsRemoved = (sql: Sql, objectKeys: string[]): Promise<unknown> =>
  rows(
    sql,
    `update object_deletions d set done_at = now()
       from (select object_key from object_deletions where object_key = any($1) and done_at is null
              order by object_key for no key update) gone
      where d.object_key = gone.object_key`,
    [objectKeys],
  );

/** Entries of what was removed long ago serve nobody. */
export const forgetRemovedObjects = (sql: Sql): Promise<unknown> =>
  rows(sql, `delete from object_deletions where done_at < now() - interval '30 days'`);

/** Which of these pictures' objects are known: `object_key` by picture id, those that are being removed included. */
export const knownObjects = async (sql: Sql, imageIds: string[]): Promise<Map<string, string>> => {
  const known = await rows<{ id: string; key: string }>(
    sql,
    `select id, object_key as key from images i
      where id = any($1::uuid[]) and object_key is not null
        and (purged_at is null or exists (select 1 from object_deletions d
                                           where d.object_key = i.object_key and d.done_at is null))`,
    [imageIds],
  );
  return new Map(known.map(({ id, key }) => [id, key]));
};

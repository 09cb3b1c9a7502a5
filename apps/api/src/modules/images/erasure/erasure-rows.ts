import type { EntityManager } from 'typeorm';
import { changed, rows } from '../../../platform/database/rows.js';
import { OPEN } from '../shared/generation-rows.js';

export interface OpenGenerations {
  generationIds: string[];
  imageIds: string[];
}

/** Locks a person's open generations and tells their open pictures. The account must be locked, so that neither grow. */
export async function lockOpenGenerations(tx: EntityManager, userId: string): Promise<OpenGenerations> {
  const generations = await rows<{ id: string }>(
    tx,
    `select id from generations where user_id = $1 and status in ${OPEN} order by id for no key update`,
    [userId],
  );
  const generationIds = generations.map(({ id }) => id);
  const images = await rows<{ id: string }>(
    tx,
    `select id from images where generation_id = any($1) and status in ${OPEN} order by id`,
    [generationIds],
  );
  return { generationIds, imageIds: images.map(({ id }) => id) };
}

/** Ends pictures that wait or are being made; a worker that brings one finds it closed. */
export const stopImages = (tx: EntityManager, imageIds: string[]): Promise<number> =>
  changed(
    tx,
    `update images set status = 'cancelled', error_code = 'CANCELLED', finished_at = now()
      where id = any($1) and status in ${OPEN}`,
    [imageIds],
  );

// What is scrubbed already is not written again: this may run over a long history many times. What is made of prompts goes
// in one step with them: the trigger that forgets it when a prompt changes would do it row by row.
const ERASE = `
with words as (
  update generations
     set prompt = '', negative_prompt = null, understood = '[]', idem_key = null, body_hash = null,
         deleted_at = coalesce(deleted_at, now())
   where id = any($1) and (deleted_at is null or prompt <> '' or negative_prompt is not null or idem_key is not null
                           or understood <> '[]')
), pictures as (
  update images
     set deleted_at = coalesce(deleted_at, now()), purge_at = coalesce(purge_at, now()), purged_at = now(),
         thumbhash = null, sha256 = case when sha256 is not null then ''::bytea end, engine_request_id = null,
         prompt_head = ''
   where generation_id = any($1) and (purged_at is null or thumbhash is not null or sha256 <> ''
                                      or engine_request_id is not null or prompt_head <> '')
  returning object_key
), tokens as (
  delete from prompt_tokens where generation_id = any($1)
)
insert into object_deletions (object_key) select object_key from pictures where object_key is not null
on conflict (object_key) do update set due_at = least(object_deletions.due_at, now()) where object_deletions.done_at is null`;

/**
 * Takes away what could tell of a person in the next `limit` generations behind the running number `after`: words, pixels,
 * files (by their entries), for good. What was paid stays. Answers the last number, null when there are no more.
 */
export async function eraseGenerations(
  tx: EntityManager,
  userId: string,
  after: number,
  limit: number,
): Promise<number | null> {
  const next = await rows<{ id: string; seq: number }>(
    tx,
    `select id, seq from generations where user_id = $1 and seq > $2 order by seq limit $3 for no key update`,
    [userId, after, limit],
  );
  if (next.length === 0) return null;
  await rows(tx, ERASE, [next.map(({ id }) => id)]);
  return next.at(-1)?.seq ?? null;
}

/** What leads to pictures without signing in, or will. */
const DOORS = ['shares', 'export_tickets', 'running_exports'] as const;

export async function closeDoors(tx: EntityManager, userId: string): Promise<void> {
  for (const door of DOORS) await changed(tx, `delete from ${door} where user_id = $1`, [userId]);
}

/** Orders and counts of a person's pictures. Without them there is nothing to keep right while the pictures go. */
export const LISTS = ['favorites', 'prompt_uses', 'gallery_page_index', 'gallery_counters'] as const;
/** Counts that triggers begin again with each picture that goes. */
export const TALLIES = ['picture_tallies'] as const;
export type ListTable = (typeof LISTS | typeof TALLIES)[number];

/** Removes up to `limit` rows of each of these tables; false when there are more. */
export async function eraseLists(
  tx: EntityManager,
  tables: readonly ListTable[],
  userId: string,
  limit: number,
): Promise<boolean> {
  for (const table of tables) {
    const gone = await changed(
      tx,
      `delete from ${table} where ctid = any(array(select ctid from ${table} where user_id = $1 limit $2))`,
      [userId, limit],
    );
    if (gone === limit) return false;
  }
  return true;
}

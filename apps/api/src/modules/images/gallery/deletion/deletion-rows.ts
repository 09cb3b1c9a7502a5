import { UNDO_SECONDS } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { isoTimestamp } from '../../../../platform/database/prepared.js';
import { row, rows } from '../../../../platform/database/rows.js';
import type { RowStatus } from '../../shared/generation-rows.js';
import { countGaps } from '../page-index.js';

/** Pictures one by one, and generations with all their pictures. */
export interface Selection {
  imageIds: string[];
  generationIds: string[];
}

export interface SelectedImage {
  id: string;
  generationId: string;
  status: RowStatus;
  isRemoved: boolean;
  /** Removed, and not for too long. */
  canReturn: boolean;
  /** It went when its generation went. */
  wentWithAll: boolean;
}

/**
 * Locks the person's counters and the generations of a selection, in this order, and then reads its pictures. Null when the
 * selection names anything that is unknown or somebody else's.
 */
export async function lockSelection(
  tx: EntityManager,
  userId: string,
  { imageIds, generationIds }: Selection,
): Promise<SelectedImage[] | null> {
  const params = [userId, imageIds, generationIds];
  await rows(tx, `select 1 from gallery_counters where user_id = $1 for no key update`, [userId]);
  await rows(
    tx,
    `select 1 from generations
      where user_id = $1
        and id = any($3::uuid[] || array(select generation_id from images where user_id = $1 and id = any($2::uuid[])))
      order by id for no key update`,
    params,
  );
  // A statement of its own: what the previous owners of the locks did must be in its snapshot.
  const found = await rows<SelectedImage>(
    tx,
    `select i.id, i.generation_id as "generationId", i.status, i.deleted_at is not null as "isRemoved",
            coalesce(i.purge_at > statement_timestamp() and i.purged_at is null, false) as "canReturn",
            coalesce(i.deleted_at = g.deleted_at, false) as "wentWithAll"
       from images i join generations g on g.id = i.generation_id
      where i.user_id = $1 and (i.id = any($2::uuid[]) or i.generation_id = any($3::uuid[]))
      order by i.seq`,
    params,
  );
  const known = new Set(found.flatMap(({ id, generationId }) => [id, `g:${generationId}`]));
  const named = [...imageIds, ...generationIds.map((id) => `g:${id}`)];
  return named.every((id) => known.has(id)) ? found : null;
}

const TOUCHED = `
  select 'images' as list, seq from pictures union all select 'generations', seq from sets
  union all select 'favorites', seq from marks`;

/** A statement that takes pictures `$2` of the owner `$1` and all that depends on them off the counters, or puts them back. */
const moving = (sign: '+' | '-', steps: { pictures: string; sets: string; marks: string; answer: string }): string => `
  with pictures as (${steps.pictures}), sets as (${steps.sets}), marks as (${steps.marks}),
  gaps as (${countGaps(TOUCHED, sign === '-' ? '+' : '-')}),
  counters as (
    update gallery_counters set image_count = image_count ${sign} (select count(*) from pictures),
                       generation_count = generation_count ${sign} (select count(*) from sets),
                       favorite_count = favorite_count ${sign} (select count(*) from marks)
     where user_id = $1
  )
  ${steps.answer}`;

const MARKS = (from: boolean): string => `
  update favorites set is_hidden = ${!from} where user_id = $1 and is_hidden = ${from}
     and image_id in (select id from pictures) returning seq`;

// All of one removal goes at the same moment, by which its parts are known to belong together.
const REMOVE = moving('-', {
  pictures: `update images
                set deleted_at = statement_timestamp(),
                    purge_at = statement_timestamp() + interval '${UNDO_SECONDS} seconds'
              where user_id = $1 and id = any($2::uuid[]) and deleted_at is null returning id, generation_id, seq`,
  sets: `update generations g set deleted_at = statement_timestamp()
          where id in (select generation_id from pictures) and deleted_at is null
            and not exists (select 1 from images i where i.generation_id = g.id and i.deleted_at is null
                                                     and i.id <> all($2::uuid[])) returning seq`,
  marks: MARKS(false),
  answer: `select ${isoTimestamp(`(statement_timestamp() + interval '${UNDO_SECONDS} seconds')`)} as until`,
});

/** Hides pictures that are shown, from now until they are put back; answers until when they can be. */
export async function hideImages(tx: EntityManager, userId: string, imageIds: string[]): Promise<string> {
  const hidden = await row<{ until: string }>(tx, REMOVE, [userId, imageIds]);
  if (!hidden) throw new Error('the statement always has one row');
  return hidden.until;
}

const RESTORE = moving('+', {
  pictures: `update images set deleted_at = null, purge_at = null
              where user_id = $1 and id = any($2::uuid[]) and deleted_at is not null and purged_at is null
             returning id, generation_id, seq`,
  sets: `update generations set deleted_at = null
          where id in (select generation_id from pictures) and deleted_at is not null returning seq`,
  marks: MARKS(true),
  answer: 'select count(*) as count from pictures',
});

/** Shows pictures again that are hidden, as favourites too if they were; answers how many. */
export const showImages = async (tx: EntityManager, userId: string, imageIds: string[]): Promise<number> =>
  (await row<{ count: number }>(tx, RESTORE, [userId, imageIds]))?.count ?? 0;

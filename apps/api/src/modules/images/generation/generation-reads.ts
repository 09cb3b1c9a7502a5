import type { DataSource, EntityManager } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { row } from '../../../platform/database/rows.js';
import { PARENT_ID } from '../shared/parent-image.js';
import { CLAIMABLE, QUEUE_ORDER } from '../shared/queue-sql.js';
import type { GenerationAt, GenerationsAt } from './generation-row.js';

const MAX_UNFINISHED = 100;

/** `from` names the generations `g`. The queue is computed at most once, and only if one is open. */
const readStatement = (name: string, from: string): PreparedStatement => ({
  name,
  text: `
with queue as materialized (
  select g.id, row_number() over w - 1 as generations_ahead,
         coalesce(sum(g.count) over (w rows between unbounded preceding and 1 preceding), 0) as images_ahead
    from generations g
   where ${CLAIMABLE}
  window w as (partition by g.engine order by ${QUEUE_ORDER})
), engines as materialized (
  select e.engine, e.running,
         (select extract(epoch from sum(finished_at - started_at)) / sum(count)
            from (select started_at, finished_at, count from generations d
                   where d.engine = e.engine and d.status = 'completed' and d.started_at is not null
                     and d.finished_at > now() - interval '1 hour'
                   order by d.finished_at desc limit 20) recent) as seconds_per_image
    from (select engine, count(*) filter (where status = 'processing' and lease_until > now()) as running
            from generations where status in ('pending', 'processing') group by engine) e
)
select floor(extract(epoch from now()))::bigint as now, coalesce((
  select json_agg(json_build_object(
           'id', g.id, 'status', g.status, 'error_code', g.error_code, 'prompt', g.prompt,
           'negative_prompt', g.negative_prompt, 'model', g.model, 'style', g.style, 'size', g.size, 'quality', g.quality,
           'output_format', g.output_format, 'unit_price', g.unit_price, 'seed', g.seed, 'count', g.count,
           'understood', g.understood, 'engine', case when g.started_at is not null then g.engine end,
           'parent_id', ${PARENT_ID},
           'created_at', iso_timestamp(g.created_at), 'deadline', iso_timestamp(g.deadline),
           'finished_at', iso_timestamp(g.finished_at),
           'images', (
             select json_agg(json_build_object(
                      'id', i.id, 'status', i.status, 'error_code', i.error_code, 'seed', i.seed, 'width', i.width,
                      'height', i.height, 'object_key', case when i.file_lost_at is null then i.object_key end,
                      'thumb_widths', i.thumb_widths, 'thumbhash', encode(i.thumbhash, 'base64'),
                      'is_favorited', f.image_id is not null, 'shared_until', (
                        select iso_timestamp(s.expires_at) from shares s
                         where s.image_id = i.id and s.revoked_at is null and s.replaced_at is null and s.expires_at > now()),
                      'frame_number', i.seq, 'is_deleted', i.deleted_at is not null) order by i.idx)
               from images i left join favorites f on f.user_id = i.user_id and f.image_id = i.id
              where i.generation_id = g.id),
           'queue', case when g.status in ('pending', 'processing') then (
             select json_build_object(
                      'generations_ahead', coalesce(q.generations_ahead, 0), 'images_ahead', coalesce(q.images_ahead, 0),
                      'running', e.running, 'seconds_per_image', e.seconds_per_image,
                      'elapsed', coalesce(greatest(0, extract(epoch from now() - g.started_at)), 0),
                      'left', extract(epoch from g.deadline - now()))
               from engines e left join queue q on q.id = g.id and g.status = 'pending'
              where e.engine is not distinct from g.engine) end
         ) order by g.place)
    from (${from}) g), '[]') as generations`,
});

const BY_ID = readStatement(
  'images_read_generations',
  `select g.*, wanted.place
     from unnest($2::uuid[]) with ordinality as wanted (id, place) join generations g on g.id = wanted.id
    where g.user_id = $1 and g.deleted_at is null`,
);

const UNFINISHED = readStatement(
  'images_read_unfinished',
  `select *, seq as place from generations
    where user_id = $1 and deleted_at is null
      and (status in ('pending', 'processing')
           or finished_at > greatest(coalesce(to_timestamp($2::bigint), now()) - make_interval(secs => $3),
                                     now() - make_interval(secs => $4)))
    order by seq desc limit ${MAX_UNFINISHED}`,
);

/** In the order of `ids`, without those that are unknown, deleted or of another user. */
export async function readGenerations(dataSource: DataSource, userId: string, ids: string[]): Promise<GenerationsAt> {
  const [found] = await prepared<GenerationsAt & Record<string, unknown>>(dataSource, BY_ID, [userId, ids]);
  return found ?? { now: 0, generations: [] };
}

const only = (found: GenerationsAt | null | undefined): GenerationAt | null => {
  const [generation] = found?.generations ?? [];
  return found && generation ? { now: found.now, generation } : null;
};

export const readGeneration = async (
  dataSource: DataSource,
  userId: string,
  id: string,
): Promise<GenerationAt | null> => only(await readGenerations(dataSource, userId, [id]));

export const readGenerationIn = async (tx: EntityManager, userId: string, id: string): Promise<GenerationAt | null> =>
  only(await row<GenerationsAt>(tx, BY_ID.text, [userId, [id]]));

export interface Lookback {
  since: number | null;
  slackSeconds: number;
  maxSeconds: number;
}

/** Open ones and those that ended lately, the newest 100 at most. */
export async function readUnfinished(
  dataSource: DataSource,
  userId: string,
  { since, slackSeconds, maxSeconds }: Lookback,
): Promise<GenerationsAt> {
  const [found] = await prepared<GenerationsAt & Record<string, unknown>>(dataSource, UNFINISHED, [
    userId,
    since,
    slackSeconds,
    maxSeconds,
  ]);
  return found ?? { now: 0, generations: [] };
}

import type { EngineId, OutputFormat, Quality, Size, Style } from '@app/contracts';
import { DataSource } from 'typeorm';
import { prepared } from '../../../../platform/database/prepared.js';
import { row, type Sql } from '../../../../platform/database/rows.js';
import { CLAIMABLE, QUEUE_ORDER } from '../../shared/queue-sql.js';

export interface ClaimedGeneration {
  id: string;
  userId: string;
  prompt: string;
  negativePrompt: string | null;
  model: string;
  style: Style;
  size: Size;
  quality: Quality;
  outputFormat: OutputFormat;
  attempt: number;
  engine: EngineId;
  probe: string | null;
  createdAt: Date;
  msLeft: number;
  images: OpenImage[];
}

export interface OpenImage {
  id: string;
  generationId: string;
  userId: string;
  seed: number;
  width: number;
  height: number;
}

// A claim lost in a database crash costs one call of the engine. The result is used, or the planner drops the subquery.
export const ASYNC_COMMIT = `(select set_config('synchronous_commit', 'off', true) as mode)`;

// Calls are allowed, or a half-open trial is. Rows `h` of engine_health are left joined.
export const ENGINE_AVAILABLE = `(h.open_until is null
    or (h.open_until <= now() and (h.probe_until is null or h.probe_until <= now())))`;

// The engine of each model is `$1`; other models are skipped. A locked row is about to be claimed, cancelled or ended,
// so it is skipped, too; if it is neither, the next poll finds it.
export const CLAIM_FIRST = {
  name: 'images_claim_first',
  text: `
with next as (
  select g.id, g.attempt, e.value as engine, h.open_until is not null as probes
    from generations g join jsonb_each_text($1::jsonb) e on e.key = g.model
    left join engine_health h on h.engine = e.value
   where ${CLAIMABLE} and ${ENGINE_AVAILABLE}
   order by ${QUEUE_ORDER} limit 1 for no key update of g skip locked
), probe as (
  update engine_health h
     set probe_owner = n.id || ':' || (n.attempt + 1), probe_until = now() + $2 * interval '1 second', changed_at = now()
    from next n where n.probes and h.engine = n.engine and h.open_until is not null and ${ENGINE_AVAILABLE}
  returning h.probe_owner
), claimed as (
  update generations g
     set status = 'processing', attempt = g.attempt + 1, engine = n.engine, started_at = coalesce(g.started_at, now()),
         lease_until = now() + $2 * interval '1 second'
    from ${ASYNC_COMMIT} async_commit, next n
   where async_commit.mode = 'off' and g.id = n.id and ${CLAIMABLE} and (not n.probes or exists (select 1 from probe))
  returning g.*
), begun as (
  update images i set status = 'processing' from claimed c where i.generation_id = c.id and i.status = 'pending'
)
select c.id, user_id as "userId", prompt, negative_prompt as "negativePrompt", model, style, size, quality,
       output_format as "outputFormat", c.attempt, c.engine, created_at as "createdAt",
       (select coalesce(json_agg(json_build_object('id', i.id, 'generationId', i.generation_id, 'userId', i.user_id,
                                                   'seed', i.seed, 'width', i.width, 'height', i.height)
                                 order by i.idx), '[]')
          from images i where i.generation_id = c.id and i.status in ('pending', 'processing')) as images,
       (select probe_owner from probe) as probe, (extract(epoch from deadline - now()) * 1000)::float8 as "msLeft"
  from next n left join claimed c on c.id = n.id`,
};

/** Null: none waits. `lost`: another process was first; try again. */
export async function claimFirst(
  sql: Sql,
  engineByModel: Readonly<Record<string, EngineId>>,
  leaseSeconds: number,
): Promise<ClaimedGeneration | 'lost' | null> {
  const params = [JSON.stringify(engineByModel), leaseSeconds];
  // Prepared, because planning takes longer than running it.
  const found =
    sql instanceof DataSource
      ? (await prepared<ClaimedGeneration | { id: null }>(sql, CLAIM_FIRST, params))[0]
      : await row<ClaimedGeneration | { id: null }>(sql, CLAIM_FIRST.text, params);
  if (!found) return null;
  return found.id === null ? 'lost' : found;
}

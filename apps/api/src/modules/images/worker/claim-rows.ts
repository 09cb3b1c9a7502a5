import type { EngineId, OutputFormat, Quality, Size, Style } from '@app/contracts';
import { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';
import { LEAST_GENERATING_MS } from '../shared/least-generating-ms.js';
import { MAX_ATTEMPTS } from '../shared/max-attempts.js';

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
const SOFT = `(select set_config('synchronous_commit', 'off', true) as mode)`;

// A generation `g` that no worker has, in time before its deadline and before its last attempt.
const CLAIMABLE = `(g.status in ('pending', 'processing')
    and g.deadline > now() + ${LEAST_GENERATING_MS} * interval '1 millisecond' and g.attempt < ${MAX_ATTEMPTS}
    and (g.status = 'pending' or g.lease_until < now()))`;

const QUEUE_ORDER = 'g.priority, g.fair_order_at, g.created_at, g.id';

// Calls are allowed, or a half-open trial is. Rows `h` of engine_health are left joined.
const ENGINE_AVAILABLE = `(h.open_until is null
    or (h.open_until <= now() and (h.probe_until is null or h.probe_until <= now())))`;

/** The engine of each model is `$1`; other models are skipped. */
const engineOf = (table: string): string =>
  `join jsonb_each_text($1::jsonb) e on e.key = ${table}.model left join engine_health h on h.engine = e.value`;

const IMAGE = `'id', i.id, 'generationId', i.generation_id, 'userId', i.user_id, 'seed', i.seed, 'width', i.width,
         'height', i.height`;

/** `wanted`: rows `g` with their `engine`, and whether it `probes`. */
const claim = (wanted: string): string => `
with next as (
  ${wanted}
), probe as (
  update engine_health h
     set probe_owner = n.id || ':' || (n.attempt + 1), probe_until = now() + $2 * interval '1 second', changed_at = now()
    from next n where n.probes and h.engine = n.engine and h.open_until is not null and ${ENGINE_AVAILABLE}
  returning h.probe_owner
), claimed as (
  update generations g
     set status = 'processing', attempt = g.attempt + 1, engine = n.engine, started_at = coalesce(g.started_at, now()),
         lease_until = now() + $2 * interval '1 second'
    from ${SOFT} soft, next n
   where soft.mode = 'off' and g.id = n.id and ${CLAIMABLE} and (not n.probes or exists (select 1 from probe))
  returning g.*
), begun as (
  update images i set status = 'processing' from claimed c where i.generation_id = c.id and i.status = 'pending'
)
select c.id, n.id as "wanted", user_id as "userId", prompt, negative_prompt as "negativePrompt", model, style, size, quality,
       output_format as "outputFormat", c.attempt, c.engine, created_at as "createdAt",
       (select coalesce(json_agg(json_build_object(${IMAGE}) order by i.idx), '[]')
          from images i where i.generation_id = c.id and i.status in ('pending', 'processing')) as images,
       (select probe_owner from probe) as probe, (extract(epoch from deadline - now()) * 1000)::float8 as "msLeft"
  from next n left join claimed c on c.id = n.id`;

const WANTED = `e.value as engine, h.open_until is not null as probes`;

// A locked row is about to be claimed, cancelled or ended, so it is skipped.
const CLAIM_FIRST = {
  name: 'images_claim_first',
  text: claim(`
  select g.id, g.attempt, ${WANTED} from generations g ${engineOf('g')}
   where ${CLAIMABLE} and ${ENGINE_AVAILABLE}
   order by ${QUEUE_ORDER} limit 1 for no key update of g skip locked`),
};
const CLAIM_ONE = {
  name: 'images_claim_one',
  text: claim(`
  select g.id, g.attempt, ${WANTED} from generations g ${engineOf('g')}
   where g.id = $3 and ${CLAIMABLE} and ${ENGINE_AVAILABLE} for no key update of g`),
};

type EngineByModel = Readonly<Record<string, EngineId>>;
type Claimed = ClaimedGeneration & { wanted: string };

const claimedBy = async (
  sql: Sql,
  statement: PreparedStatement,
  params: unknown[],
): Promise<ClaimedGeneration | 'lost' | null> => {
  type Found = Claimed | (Pick<Claimed, 'wanted'> & { id: null });
  // Prepared, because planning takes longer than running it.
  const found =
    sql instanceof DataSource
      ? (await prepared<Found>(sql, statement, params))[0]
      : await row<Found>(sql, statement.text, params);
  if (!found) return null;
  return found.id === null ? 'lost' : found;
};

/** Null: none waits. `lost`: another process was first; try again. */
export const claimFirst = (
  sql: Sql,
  engineByModel: EngineByModel,
  leaseSeconds: number,
): Promise<ClaimedGeneration | 'lost' | null> =>
  claimedBy(sql, CLAIM_FIRST, [JSON.stringify(engineByModel), leaseSeconds]);

export const claimGeneration = async (
  sql: Sql,
  generationId: string,
  engineByModel: EngineByModel,
  leaseSeconds: number,
): Promise<ClaimedGeneration | null> => {
  const claimed = await claimedBy(sql, CLAIM_ONE, [JSON.stringify(engineByModel), leaseSeconds, generationId]);
  return claimed === 'lost' ? null : claimed;
};

/** False when another attempt owns the generation, or it has ended. */
export const renewLease = async (sql: Sql, id: string, attempt: number, leaseSeconds: number): Promise<boolean> =>
  (await changed(
    sql,
    `update generations g set lease_until = now() + $3 * interval '1 second' from ${SOFT} soft
      where soft.mode = 'off' and g.id = $1 and g.attempt = $2 and g.status = 'processing'`,
    [id, attempt, leaseSeconds],
  )) === 1;

/** No effect when another attempt owns it. */
export const endLease = (sql: Sql, id: string, attempt: number, ms: number): Promise<number> =>
  changed(
    sql,
    `update generations set lease_until = now() + $3 * interval '1 millisecond'
      where id = $1 and attempt = $2 and status = 'processing'`,
    [id, attempt, ms],
  );

/** The attempt does not count. Must not be retried: the next attempt may have the same number. */
export const undoClaim = (sql: Sql, id: string, attempt: number, ms: number): Promise<unknown> =>
  rows(
    sql,
    `with undone as (
       update generations
          set attempt = attempt - 1, lease_until = now() + $3 * interval '1 millisecond',
              status = case when attempt = 1 then 'pending' else status end,
              started_at = case when attempt = 1 then null else started_at end
        where id = $1 and attempt = $2 and status = 'processing'
       returning id, status
     )
     update images i set status = 'pending' from undone u
      where u.status = 'pending' and i.generation_id = u.id and i.status = 'processing'`,
    [id, attempt, ms],
  );

export interface WaitingGeneration {
  id: string;
  attempt: number;
  priority: number;
}

export const waitingGenerations = (sql: Sql, unclaimedMs: number, limit: number): Promise<WaitingGeneration[]> =>
  rows(
    sql,
    `select g.id, g.attempt, g.priority from generations g left join engine_health h on h.engine = g.engine
      where ${CLAIMABLE} and ${ENGINE_AVAILABLE}
        and (g.status = 'processing' or g.created_at <= now() - $1 * interval '1 millisecond')
      order by ${QUEUE_ORDER} limit $2`,
    [unclaimedMs, limit],
  );

/** Past the deadline or the last attempt. */
export const overdueImages = (sql: Sql, limit: number): Promise<(OpenImage & { isLate: boolean })[]> =>
  rows(
    sql,
    `select i.id, i.generation_id as "generationId", i.user_id as "userId", i.seed, i.width, i.height,
            g.deadline <= now() as "isLate"
       from generations g join images i on i.generation_id = g.id
      where g.status in ('pending', 'processing') and i.status in ('pending', 'processing')
        and (g.deadline <= now() or (g.attempt >= ${MAX_ATTEMPTS} and g.lease_until < now()))
      order by g.deadline limit $1`,
    [limit],
  );

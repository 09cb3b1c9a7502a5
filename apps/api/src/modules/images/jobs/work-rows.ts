import type { EngineId, OutputFormat, Quality, Size, Style } from '@app/contracts';
import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';

export const MAX_ATTEMPTS = 3;

/** A generation that this process owns until its lease ends. */
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
  createdAt: Date;
  /** Until the deadline, by the database's clock. */
  msLeft: number;
}

export interface OpenPicture {
  id: string;
  generationId: string;
  userId: string;
  seed: number;
  width: number;
  height: number;
}

/*
 * `soft`: the commit does not wait for the disk. Losing a claim or a renewal to a crash of the database costs a repeated
 * painting; what is paid for is still closed once, by the picture's state and the ledger's key. The subquery is in use, so
 * that the planner cannot leave it out.
 */
const SOFT = `(select set_config('synchronous_commit', 'off', true) as mode)`;

const CLAIM = `
with claimed as (
  update generations g
     set status = 'processing', attempt = g.attempt + 1, engine = $2::jsonb ->> g.model, started_at = coalesce(g.started_at, now()),
         lease_until = now() + $3 * interval '1 second'
    from ${SOFT} soft
   where soft.mode = 'off' and g.id = $1 and g.deadline > now() and g.attempt < ${MAX_ATTEMPTS}
     and (g.status = 'pending' or (g.status = 'processing' and g.lease_until < now()))
  returning g.*
), begun as (
  update images i set status = 'processing' from claimed c where i.generation_id = c.id and i.status = 'pending'
)
select id, user_id as "userId", prompt, negative_prompt as "negativePrompt", model, style, size, quality,
       output_format as "outputFormat", attempt, created_at as "createdAt",
       (extract(epoch from deadline - now()) * 1000)::float8 as "msLeft"
  from claimed`;

/** Makes this process the only one that may close the generation's pictures. Null: there is nothing to do. */
export const claimGeneration = (
  sql: Sql,
  generationId: string,
  engineByModel: Readonly<Record<string, EngineId>>,
  leaseSeconds: number,
): Promise<ClaimedGeneration | null> => row(sql, CLAIM, [generationId, JSON.stringify(engineByModel), leaseSeconds]);

/** Pictures that are neither delivered nor given up. */
export const openPictures = (sql: Sql, generationId: string): Promise<OpenPicture[]> =>
  rows(
    sql,
    `select id, generation_id as "generationId", user_id as "userId", seed, width, height
       from images where generation_id = $1 and status in ('pending', 'processing') order by idx`,
    [generationId],
  );

/** False: somebody else owns the generation, or it has ended. */
export const renewLease = async (sql: Sql, id: string, attempt: number, leaseSeconds: number): Promise<boolean> =>
  (await changed(
    sql,
    `update generations g set lease_until = now() + $3 * interval '1 second' from ${SOFT} soft
      where soft.mode = 'off' and g.id = $1 and g.attempt = $2 and g.status = 'processing'`,
    [id, attempt, leaseSeconds],
  )) === 1;

/** Gives the generation up, for another attempt after `ms`. Without effect if it is not ours any more. */
export const endLease = (sql: Sql, id: string, attempt: number, ms: number): Promise<number> =>
  changed(
    sql,
    `update generations set lease_until = now() + $3 * interval '1 millisecond'
      where id = $1 and attempt = $2 and status = 'processing'`,
    [id, attempt, ms],
  );

export interface WaitingGeneration {
  id: string;
  attempt: number;
  priority: number;
}

/** Work that can be claimed and was not, `unheardMs` after it could have been; first what runs first. */
export const waitingGenerations = (sql: Sql, unheardMs: number, limit: number): Promise<WaitingGeneration[]> =>
  rows(
    sql,
    `select id, attempt, priority from generations
      where status in ('pending', 'processing') and deadline > now() and attempt < ${MAX_ATTEMPTS}
        and case status when 'pending' then created_at <= now() - $1 * interval '1 millisecond'
                        else lease_until < now() end
      order by priority, created_at limit $2`,
    [unheardMs, limit],
  );

/** Pictures of generations that no worker may finish any more: past the deadline, or out of attempts. */
export const overduePictures = (sql: Sql, limit: number): Promise<(OpenPicture & { isLate: boolean })[]> =>
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

import type { Model, OutputFormat, Plan, Quality, Size, Style } from '@app/contracts';
import { rows, type Sql } from '../../../platform/database/rows.js';

/** The next waiting row of a batch. */
export interface DueRow {
  batchId: string;
  userId: string;
  plan: Plan;
  /** The batch's key, or the newest of its successors, that works now. */
  apiKeyId: string | null;
  /** The batch has a key, but neither that nor a successor works any more. */
  isKeyEnded: boolean;
  number: number;
  prompt: string;
  negativePrompt: string | null;
  model: Model;
  style: Style;
  size: Size;
  quality: Quality;
  outputFormat: OutputFormat;
  seed: number | null;
  count: number;
  unitPrice: number;
}

const DUE = `
select b.id as "batchId", b.user_id as "userId", u.plan, k.id as "apiKeyId",
       b.api_key_id is not null and k.id is null as "isKeyEnded", r.number, r.prompt,
       r.negative_prompt as "negativePrompt", r.model, r.style, r.size, r.quality, r.output_format as "outputFormat",
       r.seed, r.count, r.unit_price as "unitPrice"
  from batches b join users u on u.id = b.user_id
 cross join lateral (
   select * from batch_rows w where w.batch_id = b.id and w.end_status is null and w.generation_id is null
    order by w.number limit 1) r
  left join lateral (
   select s.id from api_keys own join api_keys s on s.family_id = own.family_id and s.created_at >= own.created_at
    where own.id = b.api_key_id and s.revoked_at is null and (s.expires_at is null or s.expires_at > now())
    order by s.created_at desc limit 1) k on true
 where b.status = 'running' and b.expires_at > now() and u.deleted_at is null
   and (select count(*) from batches ob join batch_rows o on o.batch_id = ob.id
          join generations g on g.id = o.generation_id
         where ob.user_id = b.user_id and o.end_status is null and g.status in ('pending', 'processing'))
       < ($1::jsonb ->> u.plan)::int
 order by b.turn_at, b.id`;

/** One row of each person whose batches have fewer open generations than their plan's limit; who waits longest is first. */
export const dueRows = (sql: Sql, limits: Record<Plan, number>): Promise<DueRow[]> =>
  rows(sql, DUE, [JSON.stringify(limits)]);

/** People with a batch that is not closed. */
export const activeUsers = async (sql: Sql): Promise<string[]> =>
  (await rows<{ id: string }>(sql, `select distinct user_id as id from batches where closed_at is null`)).map(
    ({ id }) => id,
  );

/** Writes down how rows ended whose generation ended. */
export const recordEnds = (sql: Sql): Promise<unknown> =>
  rows(
    sql,
    `update batch_rows r set end_status = g.status, error_code = g.error_code, finished_at = g.finished_at
       from generations g
      where g.id = r.generation_id and r.generation_id is not null and r.end_status is null
        and g.status in ('completed', 'failed', 'cancelled')`,
  );

export interface ClosedBatch {
  id: string;
  userId: string;
  status: 'completed' | 'stopped';
  rowCount: number;
  rowsCompleted: number;
  rowsFailed: number;
  rowsCancelled: number;
  unitsUsed: number;
  createdAt: Date;
  finishedAt: Date;
}

const CLOSE = `
update batches b
   set status = case when b.finished_at is null then 'completed' else b.status end, pause_reason = null,
       finished_at = coalesce(b.finished_at, now()), closed_at = now()
  from (select r.batch_id, count(*) filter (where r.end_status = 'completed')::int as completed,
               count(*) filter (where r.end_status = 'failed')::int as failed,
               count(*) filter (where r.end_status = 'cancelled')::int as cancelled,
               (select coalesce(sum(h.amount), 0)::int
                  from batch_rows o join images i on i.generation_id = o.generation_id join holds h on h.image_id = i.id
                 where o.batch_id = r.batch_id and h.state = 'settled') as units
          from batch_rows r join batches open on open.id = r.batch_id and open.closed_at is null
         group by r.batch_id having bool_and(r.end_status is not null)) ended
 where b.id = ended.batch_id and b.closed_at is null
returning b.id, b.user_id as "userId", b.status, b.row_count as "rowCount", ended.completed as "rowsCompleted",
          ended.failed as "rowsFailed", ended.cancelled as "rowsCancelled", ended.units as "unitsUsed",
          b.created_at as "createdAt", b.finished_at as "finishedAt"`;

/** Closes the batches whose rows have all ended; one that was not stopped is completed by that. */
export const closeBatches = (sql: Sql): Promise<ClosedBatch[]> => rows(sql, CLOSE);

/** Batches whose time is over. */
export const expiredBatches = (sql: Sql): Promise<{ id: string; userId: string }[]> =>
  rows(
    sql,
    `select id, user_id as "userId" from batches where finished_at is null and closed_at is null and expires_at <= now()`,
  );

export interface PendingRow {
  userId: string;
  generationId: string;
}

/** Generations of stopped batches that no worker has begun; of one batch if it is named. */
export const cancellable = (sql: Sql, batchId: string | null = null): Promise<PendingRow[]> =>
  rows(
    sql,
    `select b.user_id as "userId", g.id as "generationId"
       from batch_rows r join batches b on b.id = r.batch_id join generations g on g.id = r.generation_id
      where r.generation_id is not null and r.end_status is null and b.status = 'stopped'
        and g.status = 'pending' and g.deleted_at is null and ($1::uuid is null or b.id = $1)`,
    [batchId],
  );

import type { BatchRow, BatchRowStatus, Plan } from '@app/contracts';
import { In, type EntityManager } from 'typeorm';
import { oneRow, row, rows, type Sql } from '../../../platform/database/rows.js';
import type { RequestedGeneration } from '../../images/index.js';
import { BatchEntity } from './batch.entity.js';

/** A row as it stands, with what its generation did. */
export interface StoredRow extends Omit<BatchRow, 'price' | 'credits_used' | 'images'> {
  batch_id: string;
  /** Frozen, of one image. */
  unit_price: number;
  used_units: number;
  held_units: number;
  open_images: number;
}

const ROWS = `
select r.batch_id, r.number, coalesce(r.end_status, g.status, 'waiting') as status,
       coalesce(r.error_code, g.error_code) as error_code, r.prompt, r.negative_prompt, r.model, r.style, r.size,
       r.quality, r.output_format, r.seed, r.count, r.unit_price, r.generation_id,
       coalesce(i.delivered * g.unit_price, 0)::bigint as used_units,
       coalesce(i.open * g.unit_price, 0)::bigint as held_units,
       case when r.end_status is not null then 0 else coalesce(i.open, r.count) end as open_images
  from batch_rows r left join generations g on g.id = r.generation_id
  left join lateral (
    select count(*) filter (where status = 'completed') as delivered,
           count(*) filter (where status in ('pending', 'processing')) as open
      from images where generation_id = g.id) i on g.id is not null
 where r.batch_id = any($1) order by r.batch_id, r.number`;

/** What a row asks for. */
export const settingsOf = (stored: StoredRow): RequestedGeneration => ({
  prompt: stored.prompt,
  negative_prompt: stored.negative_prompt,
  model: stored.model,
  style: stored.style,
  size: stored.size,
  quality: stored.quality,
  output_format: stored.output_format,
  seed: stored.seed,
  count: stored.count,
});

/** The rows of batches, each in order. */
export const readRows = (sql: Sql, batchIds: string[]): Promise<StoredRow[]> => rows(sql, ROWS, [batchIds]);

export const isFailed = (status: BatchRowStatus): boolean => status === 'failed' || status === 'cancelled';

/** Null for an account that was removed. */
export const findPlan = async (sql: Sql, userId: string): Promise<Plan | null> =>
  (await row<{ plan: Plan }>(sql, `select plan from users where id = $1 and deleted_at is null`, [userId]))?.plan ??
  null;

export const hasRunning = (manager: EntityManager, userId: string): Promise<boolean> =>
  manager.existsBy(BatchEntity, { userId, status: 'running' });

export const countUnfinished = (manager: EntityManager, userId: string): Promise<number> =>
  manager.countBy(BatchEntity, { userId, status: In(['running', 'paused']) });

/** Seconds that one image took lately; null when nothing was finished lately. */
export const readPace = async (sql: Sql): Promise<number | null> =>
  (
    await oneRow<{ seconds: number | null }>(
      sql,
      `select (extract(epoch from sum(finished_at - started_at)) / sum(count))::float8 as seconds
         from (select started_at, finished_at, count from generations
                where status = 'completed' and started_at is not null and finished_at > now() - interval '1 hour'
                order by finished_at desc limit 20) recent`,
    )
  ).seconds;

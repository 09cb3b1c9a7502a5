import { BATCH_DAYS, type BatchPauseReason, type BatchSource, type Model } from '@app/contracts';
import { In, IsNull, type EntityManager } from 'typeorm';
import { changed, oneRow, rows, type Sql } from '../../../platform/database/rows.js';
import type { GenerationRequest } from '../../images/index.js';
import { BatchRowEntity } from './batch-row.entity.js';
import { BatchEntity } from './batch.entity.js';

// Each of these needs the account locked, which keeps a row from being released at the same moment.

export interface NewBatch {
  userId: string;
  name: string | null;
  source: BatchSource;
  apiKeyId: string | null;
  idempotencyKey: string | null;
  bodyHash: Buffer | null;
  requests: GenerationRequest[];
}

/** Writes a running batch and its waiting rows, with the prices of now. Returns its id. */
export async function insertBatch(tx: EntityManager, batch: NewBatch): Promise<string> {
  const { userId, name, source, apiKeyId, idempotencyKey, bodyHash, requests } = batch;
  const totalUnits = requests.reduce((sum, { unitPrice, count }) => sum + unitPrice * count, 0);
  const created = await oneRow<{ id: string }>(
    tx,
    `insert into batches (user_id, name, source, api_key_id, idem_key, body_hash, row_count, total_units, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9)) returning id`,
    [userId, name, source, apiKeyId, idempotencyKey, bodyHash, requests.length, totalUnits, BATCH_DAYS],
  );
  const values = requests.map((request, index) => ({
    batchId: created.id,
    number: index + 1,
    prompt: request.prompt,
    negativePrompt: request.negativePrompt,
    model: request.model as Model,
    style: request.style,
    size: request.size,
    quality: request.quality,
    outputFormat: request.outputFormat,
    seed: request.seed,
    count: request.count,
    unitPrice: request.unitPrice,
  }));
  await tx.insert(BatchRowEntity, values);
  return created.id;
}

/** Null for a batch that is unknown, deleted or another's. Locked until the transaction ends. */
export const lockBatch = (tx: EntityManager, userId: string, id: string): Promise<BatchEntity | null> =>
  tx.findOne(BatchEntity, { where: { id, userId, deletedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });

/** False when it does not run any more. */
export async function pauseBatch(tx: EntityManager, id: string, reason: BatchPauseReason): Promise<boolean> {
  const paused = { status: 'paused', pauseReason: reason } as const;
  const { affected } = await tx.update(BatchEntity, { id, status: 'running' }, paused);
  return affected === 1;
}

/** From then on it counts for the budget of `apiKeyId`; null is the owner's session, which has none. */
export async function resumeBatch(tx: EntityManager, id: string, apiKeyId: string | null): Promise<void> {
  await tx.update(BatchEntity, { id, status: 'paused' }, { status: 'running', pauseReason: null, apiKeyId });
}

/** Ends batches and their waiting rows. What was released goes on: see `cancelReleased`. */
export async function stopBatches(tx: EntityManager, ids: string[]): Promise<void> {
  const finishedAt = () => 'now()';
  await tx.update(
    BatchEntity,
    { id: In(ids), status: In(['running', 'paused']) },
    { status: 'stopped', pauseReason: null, finishedAt },
  );
  await tx.update(
    BatchRowEntity,
    { batchId: In(ids), generationId: IsNull(), endStatus: IsNull() },
    { endStatus: 'cancelled', errorCode: 'CANCELLED', finishedAt },
  );
}

/** Takes the texts out of a closed batch. Repeated starts still find it, and its prices stay comparable with what was held. */
export async function deleteBatch(tx: EntityManager, id: string): Promise<void> {
  const bodyHash = () => `case when body_hash is not null then ''::bytea end`;
  await tx.update(BatchEntity, { id }, { deletedAt: () => 'now()', name: null, bodyHash });
  await tx.update(BatchRowEntity, { batchId: id }, { prompt: '', negativePrompt: null });
}

/** Up to `limit` batches of a removed account, with their rows. Returns how many. */
export const eraseBatches = (sql: Sql, userId: string, limit: number): Promise<number> =>
  changed(sql, `delete from batches where id in (select id from batches where user_id = $1 limit $2)`, [userId, limit]);

/** Ends a waiting row whose model was withdrawn. */
export async function failRow(tx: EntityManager, batchId: string, number: number): Promise<void> {
  await tx.update(
    BatchRowEntity,
    { batchId, number, generationId: IsNull(), endStatus: IsNull() },
    { endStatus: 'failed', errorCode: 'MODEL_NOT_SUPPORTED', finishedAt: () => 'now()' },
  );
}

// Two guards beside the lock of the account: the row must be waiting in a batch that runs, and a generation belongs to one row.
const LINK = `
with linked as (
  update batch_rows r set generation_id = $3 from batches b
   where r.batch_id = $1 and r.number = $2 and b.id = r.batch_id and b.status = 'running'
     and r.generation_id is null and r.end_status is null
     and (select count(*) from batches ob join batch_rows o on o.batch_id = ob.id
            join generations g on g.id = o.generation_id
           where ob.user_id = b.user_id and o.end_status is null and g.status in ('pending', 'processing')) < $4
  returning r.batch_id
)
update batches b set turn_at = clock_timestamp() from linked where b.id = linked.batch_id returning b.id`;

export interface Release {
  batchId: string;
  number: number;
  generationId: string;
  /** Open generations of batches that the person may have with it. */
  limit: number;
}

/** Gives a waiting row its generation. False: the row does not wait any more, or its person has enough open ones. */
export const linkRow = async (tx: EntityManager, { batchId, number, generationId, limit }: Release): Promise<boolean> =>
  (await rows(tx, LINK, [batchId, number, generationId, limit])).length === 1;

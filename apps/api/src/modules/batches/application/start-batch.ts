import {
  cleanText,
  PLAN_TERMS,
  UNFINISHED_BATCHES_MAX,
  type BatchSource,
  type BatchWithRows,
  type Locale,
} from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { normaliseRequest, requestHash, type GenerationRequest, type RequestedGeneration } from '../../images/index.js';
import { CreditLedger } from '../../quota/index.js';
import { BatchDispatcher } from '../jobs/batch-dispatcher.js';
import { countUnfinished, hasRunning, isFailed, findPlan, readRows, settingsOf } from '../persistence/batch-reads.js';
import { insertBatch } from '../persistence/batch-writes.js';
import { BatchEntity } from '../persistence/batch.entity.js';
import { ReadBatches } from './read-batches.js';
import { rowFaults } from './row-faults.js';

export interface BatchCaller {
  userId: string;
  source: BatchSource;
  /** The key that asks; null for a session. */
  apiKeyId: string | null;
}

export interface BatchOrder {
  name?: string | null | undefined;
  rows: RequestedGeneration[];
  /** Asking twice under one key is asking once. */
  idempotencyKey: string | null;
}

interface Wanted {
  name: string | null;
  requests: GenerationRequest[];
}

/** Starts batches: stores rows with the prices of now and holds nothing. */
@Injectable()
export class StartBatch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly batches: ReadBatches,
    private readonly dispatcher: BatchDispatcher,
  ) {}

  /**
   * The new batch, or the current state of the one that was started under the same key. Throws what is wrong with a row
   * (`PROMPT_REQUIRED`, …), `IDEMPOTENCY_KEY_REUSED`, `PLAN_LIMIT`, `BATCH_RUNNING`, `BATCH_LIMIT`, or `NOT_FOUND` for one
   * that was deleted since.
   */
  async start(caller: BatchCaller, order: BatchOrder, locale: Locale): Promise<BatchWithRows> {
    refuseFaults(order.rows);
    const name = cleanText(order.name ?? '') || null;
    const requests = order.rows.map(normaliseRequest);
    const hash = createHash('sha256').update(JSON.stringify(name));
    for (const request of requests) hash.update(requestHash(request));
    return this.create(caller, { key: order.idempotencyKey, bodyHash: hash.digest() }, locale, () =>
      Promise.resolve({ name, requests }),
    );
  }

  /** A new batch of the rows that failed or were cancelled. Throws `BATCH_NOTHING_TO_RETRY` too. */
  async retry(
    caller: BatchCaller,
    { id, idempotencyKey }: { id: string; idempotencyKey: string | null },
    locale: Locale,
  ): Promise<BatchWithRows> {
    const bodyHash = createHash('sha256').update(`retry ${id}`).digest();
    return this.create(caller, { key: idempotencyKey, bodyHash }, locale, async (tx) => {
      const batch = await tx.findOneBy(BatchEntity, { id, userId: caller.userId, deletedAt: IsNull() });
      if (!batch) throw notFound();
      const failed = (await readRows(tx, [id])).filter(({ status }) => isFailed(status)).map(settingsOf);
      const rows = failed.filter((row) => rowFaults(row).length === 0);
      if (rows.length === 0) throw new AppError('BATCH_NOTHING_TO_RETRY');
      return { name: batch.name, requests: rows.map(normaliseRequest) };
    });
  }

  private async create(
    caller: BatchCaller,
    { key, bodyHash }: { key: string | null; bodyHash: Buffer },
    locale: Locale,
    want: (tx: EntityManager) => Promise<Wanted>,
  ): Promise<BatchWithRows> {
    const { userId, source, apiKeyId } = caller;
    const id = await inTransaction(this.dataSource, async (tx) => {
      // First, so that batches of one person begin one after the other.
      await this.ledger.lock(tx, userId);
      const replay = key === null ? null : await tx.findOneBy(BatchEntity, { userId, idemKey: key });
      if (replay && !isSameOrder(replay, bodyHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      if (replay) return replay.id;
      const { name, requests } = await want(tx);
      await refuseOverLimit(tx, userId, requests);
      if (await hasRunning(tx, userId)) throw new AppError('BATCH_RUNNING');
      if ((await countUnfinished(tx, userId)) >= UNFINISHED_BATCHES_MAX) throw new AppError('BATCH_LIMIT');
      const idempotency = { idempotencyKey: key, bodyHash: key === null ? null : bodyHash };
      return insertBatch(tx, { userId, source, apiKeyId, name, requests, ...idempotency });
    });
    this.dispatcher.notify();
    return this.batches.show(userId, id, locale);
  }
}

/** Of a deleted batch nothing is left to compare. */
const isSameOrder = (replay: BatchEntity, bodyHash: Buffer): boolean =>
  replay.deletedAt !== null || replay.bodyHash?.equals(bodyHash) === true;

/** The first fault decides; the details name all of them. */
function refuseFaults(rows: RequestedGeneration[]): void {
  const faults = rows.flatMap((row, index) => rowFaults(row).map((fault) => ({ ...fault, index })));
  const [first] = faults;
  if (!first) return;
  const details = faults.map(({ index, field, message }) => ({ path: `body.rows.${index}.${field}`, message }));
  throw new AppError(first.code, { details });
}

async function refuseOverLimit(tx: EntityManager, userId: string, requests: GenerationRequest[]): Promise<void> {
  const plan = await findPlan(tx, userId);
  if (!plan) throw new AppError('UNAUTHENTICATED');
  const { batchLimit, imagesPerGeneration } = PLAN_TERMS[plan];
  if (requests.length > batchLimit) {
    throw new AppError('PLAN_LIMIT', {
      details: [{ path: 'body.rows', message: `must have at most ${batchLimit} rows` }],
    });
  }
  const details = requests.flatMap(({ count }, index) =>
    count > imagesPerGeneration
      ? [{ path: `body.rows.${index}.count`, message: `must be at most ${imagesPerGeneration}` }]
      : [],
  );
  if (details.length > 0) throw new AppError('PLAN_LIMIT', { details });
}

import { PLAN_TERMS, type BatchWithRows, type Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { IsNull, DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { refuseBeyondBudget } from '../../api-keys/index.js';
import { CreditLedger } from '../../quota/index.js';
import { BatchDispatcher } from '../jobs/batch-dispatcher.js';
import { hasRunning, findPlan } from '../persistence/batch-reads.js';
import { BatchRowEntity } from '../persistence/batch-row.entity.js';
import { lockBatch, pauseBatch, resumeBatch, stopBatches } from '../persistence/batch-writes.js';
import type { BatchEntity } from '../persistence/batch.entity.js';
import { EndBatches } from './end-batches.js';
import { ReadBatches } from './read-batches.js';
import type { BatchCaller } from './start-batch.js';

/** Pauses, resumes and stops batches. A repeated call changes nothing. Each throws `NOT_FOUND` or `BATCH_FINISHED`. */
@Injectable()
export class ControlBatch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly batches: ReadBatches,
    private readonly endings: EndBatches,
    private readonly dispatcher: BatchDispatcher,
  ) {}

  /** What was released goes on. */
  async pause(userId: string, id: string, locale: Locale): Promise<BatchWithRows> {
    await this.change(userId, id, async (tx) => void (await pauseBatch(tx, id, 'user')));
    return this.batches.show(userId, id, locale);
  }

  /**
   * It goes on under the key that asks, or without one for a session. Throws `BATCH_RUNNING` while another runs,
   * `PLAN_LIMIT`, and `INSUFFICIENT_CREDITS` or `API_KEY_BUDGET_USED` for the next row.
   */
  async resume(
    { userId, apiKeyId }: Pick<BatchCaller, 'userId' | 'apiKeyId'>,
    id: string,
    locale: Locale,
  ): Promise<BatchWithRows> {
    await this.ledger.ensureAllowance(userId);
    await this.change(userId, id, async (tx, batch) => {
      if (batch.status === 'running') return;
      if (await hasRunning(tx, userId)) throw new AppError('BATCH_RUNNING');
      await this.refuseNext(tx, batch, apiKeyId);
      await resumeBatch(tx, id, apiKeyId);
    });
    this.dispatcher.notify();
    return this.batches.show(userId, id, locale);
  }

  /** Ends what waits, cancels what no worker has begun, and lets the rest finish. */
  async stop(userId: string, id: string, locale: Locale): Promise<BatchWithRows> {
    await this.change(userId, id, (tx) => stopBatches(tx, [id]));
    await this.endings.cancelReleased(id);
    this.dispatcher.notify();
    return this.batches.show(userId, id, locale);
  }

  private change(
    userId: string,
    id: string,
    work: (tx: EntityManager, batch: BatchEntity) => Promise<void>,
  ): Promise<void> {
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const batch = await lockBatch(tx, userId, id);
      if (!batch) throw notFound();
      if (batch.finishedAt) throw new AppError('BATCH_FINISHED');
      await work(tx, batch);
    });
  }

  /** Refuses what would be paused again at once. */
  private async refuseNext(tx: EntityManager, { id, userId }: BatchEntity, apiKeyId: string | null): Promise<void> {
    const plan = await findPlan(tx, userId);
    if (!plan) throw new AppError('UNAUTHENTICATED');
    const { batchLimit, imagesPerGeneration } = PLAN_TERMS[plan];
    const next = await tx.findOne(BatchRowEntity, {
      where: { batchId: id, generationId: IsNull(), endStatus: IsNull() },
      order: { number: 'ASC' },
    });
    if (batchLimit === 0 || (next && next.count > imagesPerGeneration)) throw new AppError('PLAN_LIMIT');
    if (!next) return;
    const units = next.unitPrice * next.count;
    const { availableUnits } = await this.ledger.balance(tx, userId);
    if (availableUnits < units) throw new AppError('INSUFFICIENT_CREDITS');
    if (apiKeyId !== null) await refuseBeyondBudget(tx, apiKeyId, units);
  }
}

import { DEFAULT_LOCALE, toCredits, type WebhookContent } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { isAppError } from '../../../platform/errors/app-error.js';
import { CancelGeneration } from '../../images/index.js';
import { recordWebhookEvent } from '../../outgoing-webhooks/index.js';
import { CreditLedger } from '../../quota/index.js';
import { stopBatches } from '../persistence/batch-writes.js';
import {
  cancellable,
  closeBatches,
  expiredBatches,
  recordEnds,
  type ClosedBatch,
} from '../persistence/dispatch-rows.js';

const eventOf = (batch: ClosedBatch): WebhookContent => ({
  type: 'batch.completed',
  data: {
    batch_id: batch.id,
    status: batch.status,
    row_count: batch.rowCount,
    rows_completed: batch.rowsCompleted,
    rows_failed: batch.rowsFailed,
    rows_cancelled: batch.rowsCancelled,
    credits_used: toCredits(batch.unitsUsed),
    created_at: batch.createdAt.toISOString(),
    finished_at: batch.finishedAt.toISOString(),
  },
});

/** Ends rows and batches whose time has come. Each step may be repeated at any time, in any process. */
@Injectable()
export class EndBatches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly cancellation: CancelGeneration,
  ) {}

  async run(): Promise<void> {
    for (const { id, userId } of await expiredBatches(this.dataSource)) {
      await inTransaction(this.dataSource, async (tx) => {
        await this.ledger.lock(tx, userId);
        await stopBatches(tx, [id]);
      });
    }
    await this.cancelReleased();
    await this.close();
  }

  /** Records rows whose generation ended, and closes batches without open rows. */
  async close(): Promise<void> {
    await recordEnds(this.dataSource);
    await inTransaction(this.dataSource, async (tx) => {
      for (const closed of await closeBatches(tx)) await recordWebhookEvent(tx, closed.userId, eventOf(closed));
    });
  }

  /** Cancels generations of stopped batches that no worker has begun; of one batch if it is named. */
  async cancelReleased(batchId: string | null = null): Promise<void> {
    for (const { userId, generationId } of await cancellable(this.dataSource, batchId)) {
      try {
        await this.cancellation.cancel(userId, generationId, DEFAULT_LOCALE);
      } catch (error) {
        // A worker began it, or its owner deleted it at this moment.
        if (!isAppError(error, 'GENERATION_NOT_CANCELLABLE') && !isAppError(error, 'NOT_FOUND')) throw error;
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { CreditLedger } from '../../quota/index.js';
import { deleteBatch, lockBatch } from '../persistence/batch-writes.js';

@Injectable()
export class DeleteBatch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
  ) {}

  /** Images stay. Throws `NOT_FOUND`, or `BATCH_UNFINISHED` until the last row has ended. */
  async delete(userId: string, id: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const batch = await lockBatch(tx, userId, id);
      if (!batch) throw notFound();
      if (!batch.closedAt) throw new AppError('BATCH_UNFINISHED');
      await deleteBatch(tx, id);
    });
  }
}

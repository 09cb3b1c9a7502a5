import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountErasers, type AccountEraser } from '../../users/index.js';
import { stopBatches } from '../persistence/batch-writes.js';
import { BatchEntity } from '../persistence/batch.entity.js';

@Injectable()
export class EraseBatches implements AccountEraser, OnModuleInit {
  readonly part = 'batches';

  constructor(
    private readonly erasers: AccountErasers,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  /** Released generations are cancelled with all others of the account. */
  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    const batches = await tx.find(BatchEntity, { select: { id: true }, where: { userId } });
    await stopBatches(
      tx,
      batches.map(({ id }) => id),
    );
  }

  /** With their rows, which hold prompts. */
  async eraseAfterCommit(userId: string): Promise<boolean> {
    await this.dataSource.manager.delete(BatchEntity, { userId });
    return true;
  }
}

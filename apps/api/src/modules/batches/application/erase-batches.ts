import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { AccountErasers, type AccountEraser } from '../../users/index.js';
import { eraseBatches, stopBatches } from '../persistence/batch-writes.js';
import { BatchEntity } from '../persistence/batch.entity.js';

/** Batches of one statement, which have up to fifty rows each: so few that it ends long before it would be broken off. */
const STEP_BATCHES = 200;

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

  /** Released generations are cancelled with all others of the account. Only unfinished batches have waiting rows. */
  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    const where = { userId, status: In(['running', 'paused']) };
    const batches = await tx.find(BatchEntity, { select: { id: true }, where });
    await stopBatches(
      tx,
      batches.map(({ id }) => id),
    );
  }

  /** With their rows, which hold prompts. */
  async eraseAfterCommit(userId: string, signal: AbortSignal): Promise<boolean> {
    for (let erased = STEP_BATCHES; erased === STEP_BATCHES;) {
      if (signal.aborted) return false;
      erased = await eraseBatches(this.dataSource, userId, STEP_BATCHES);
    }
    return true;
  }
}

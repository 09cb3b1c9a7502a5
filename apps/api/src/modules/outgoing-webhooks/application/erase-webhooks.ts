import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountErasers, lockPerson, type AccountEraser } from '../../users/index.js';
import { deleteEndpoints, eraseWebhooks } from '../persistence/delete-endpoints.js';

/** Rows of one statement: a log holds 30 days, and one statement for all of it is broken off after ten seconds. */
const STEP_ROWS = 1_000;

/** Ends what an account is told: nothing is sent for it from its removal on. */
@Injectable()
export class EraseWebhooks implements AccountEraser, OnModuleInit {
  readonly part = 'webhooks';

  constructor(
    private readonly erasers: AccountErasers,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  /** The person is locked first, so that no endpoint is created meanwhile. */
  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    await lockPerson(tx, userId);
    await deleteEndpoints(tx, userId);
  }

  eraseAfterCommit(userId: string, signal: AbortSignal): Promise<boolean> {
    return eraseWebhooks(this.dataSource, userId, { limit: STEP_ROWS, signal });
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { CreditLedger } from '../../quota/index.js';
import { AccountErasers, type AccountEraser } from '../../users/index.js';
import { cancelImages } from '../generation/closing/cancel-images.js';
import {
  deleteLinks,
  eraseGenerations,
  eraseLists,
  LISTS,
  lockOpenImages,
  TALLIES,
  type ListTable,
} from './erasure-rows.js';

/** Rows of one transaction, so few that no request waits noticeably. */
const STEP_ROWS = 500;

@Injectable()
export class EraseImages implements AccountEraser, OnModuleInit {
  readonly part = 'images';

  constructor(
    private readonly erasers: AccountErasers,
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
  ) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  /**
   * Cancels running generations too: their worker is refused at its next step and deletes what it wrote. Announces
   * nothing: the account's streams are closed, and a notification that stays leads a worker to nothing.
   */
  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    await this.ledger.lock(tx, userId);
    const images = await lockOpenImages(tx, userId);
    await cancelImages(tx, this.ledger, userId, images, 'open');
    await deleteLinks(tx, userId);
  }

  async eraseAfterCommit(userId: string, signal: AbortSignal): Promise<boolean> {
    await this.eraseLists(userId, LISTS, signal);
    await this.eraseGenerations(userId, signal);
    return this.eraseLists(userId, TALLIES, signal);
  }

  private async eraseLists(userId: string, tables: readonly ListTable[], signal: AbortSignal): Promise<boolean> {
    for (let isDone = false; !isDone;) {
      if (signal.aborted) return false;
      isDone = await inTransaction(this.dataSource, (tx) => eraseLists(tx, tables, userId, STEP_ROWS));
    }
    return true;
  }

  private async eraseGenerations(userId: string, signal: AbortSignal): Promise<void> {
    for (let after: number | null = 0; after !== null && !signal.aborted;) {
      const from: number = after;
      after = await inTransaction(this.dataSource, (tx) => eraseGenerations(tx, userId, from, STEP_ROWS));
    }
  }
}

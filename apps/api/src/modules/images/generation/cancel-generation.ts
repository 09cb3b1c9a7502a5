import type { Generation, Locale } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { CreditLedger } from '../../quota/index.js';
import { GenerationQueue } from './queue/generation-queue.js';
import { imagesClosed } from '../shared/metrics.js';
import { cancelGeneration, cancelImages, isCancelled, imageIdsOf } from './cancel-rows.js';
import { ReadGenerations } from './read-generations.js';

/** Only before a worker has begun; returns all credits. */
@Injectable()
export class CancelGeneration {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(GenerationQueue) private readonly generationQueue: Pick<GenerationQueue, 'remove'>,
    private readonly generations: ReadGenerations,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /**
   * Idempotent. Throws `NOT_FOUND`, or `GENERATION_NOT_CANCELLABLE` when a worker has begun or it has ended otherwise.
   */
  async cancel(userId: string, id: string, locale: Locale): Promise<Generation> {
    const images = await this.cancelOnce(userId, id);
    if (images > 0) {
      imagesClosed.inc({ outcome: 'CANCELLED' }, images);
      this.events.publish(userId, { name: 'generation_changed', data: { generation_id: id } });
      this.events.publish(userId, { name: 'quota', data: {} });
      await this.generationQueue.remove(id);
    }
    return this.generations.show(userId, id, locale);
  }

  private async cancelOnce(userId: string, id: string): Promise<number> {
    try {
      return await inTransaction(this.dataSource, (tx) => this.close(tx, userId, id));
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'GENERATION_NOT_CANCELLABLE';
      if (isRefused && (await isCancelled(this.dataSource.manager, userId, id))) return 0;
      throw error;
    }
  }

  /** Locks the account first, so that images deleted concurrently are seen as cancelled. A hold closes only once. */
  private async close(tx: EntityManager, userId: string, id: string): Promise<number> {
    await this.ledger.lock(tx, userId);
    const imageIds = await imageIdsOf(tx, userId, id);
    if (!imageIds) throw notFound();
    for (const imageId of imageIds) refuseUnless(await this.ledger.returnHold(tx, userId, imageId));
    refuseUnless(await cancelGeneration(tx, id));
    refuseUnless((await cancelImages(tx, imageIds)) === imageIds.length);
    return imageIds.length;
  }
}

function refuseUnless(holds: boolean): void {
  if (!holds) throw new AppError('GENERATION_NOT_CANCELLABLE');
}

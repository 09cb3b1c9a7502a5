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

/** Takes a generation back while it waits: whole, before any worker began, with all its credits. */
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
   * The generation as it is then (`CANCELLED`); the same for one that was taken back before. Throws `NOT_FOUND`, or
   * `GENERATION_NOT_CANCELLABLE` when work on it has begun or it has ended otherwise; then no row has changed.
   */
  async cancel(userId: string, id: string, locale: Locale): Promise<Generation> {
    const pictures = await this.takeBack(userId, id);
    if (pictures > 0) {
      imagesClosed.inc({ outcome: 'CANCELLED' }, pictures);
      this.events.publish(userId, { name: 'generation_changed', data: { generation_id: id } });
      this.events.publish(userId, { name: 'quota', data: {} });
      await this.generationQueue.remove(id);
    }
    return this.generations.show(userId, id, locale);
  }

  /** How many pictures this call ended; 0 when they had been taken back before. */
  private async takeBack(userId: string, id: string): Promise<number> {
    try {
      return await inTransaction(this.dataSource, (tx) => this.close(tx, userId, id));
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'GENERATION_NOT_CANCELLABLE';
      if (isRefused && (await isCancelled(this.dataSource, userId, id))) return 0;
      throw error;
    }
  }

  /**
   * Three walls, each enough by itself: a hold closes once, a generation is taken back only before its first attempt, and
   * only if each of its pictures waits. The account is locked before anything is read, so that a picture that is deleted
   * at this moment, and so taken back by itself, is seen as what it is.
   */
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

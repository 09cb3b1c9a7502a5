import type { Generation, Locale } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import type { Limit } from '../../../platform/throttle/rate-limiters.js';
import { CreditLedger } from '../../quota/index.js';
import { GenerationQueue } from './queue/generation-queue.js';
import { imageIdsOf, isCancelled, lockUnbegun } from './cancel-rows.js';
import { announceCancellation, cancelImages, type Cancellation } from './closing/cancel-images.js';
import { ReadGenerations } from './read-generations.js';

/** What is generated and cancelled costs nothing, and its rows stay: by sessions, keys and agents together. */
export const CANCELLING: Limit = { name: 'cancel', by: 'person', allowed: { calls: 60, seconds: 60 } };

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
    const done = await this.cancelOnce(userId, id);
    if (done) await announceCancellation(this.events, this.generationQueue, { userId, generationIds: [id], ...done });
    return this.generations.show(userId, id, locale);
  }

  /** Null: it was cancelled before. */
  private async cancelOnce(userId: string, id: string): Promise<Cancellation | null> {
    try {
      return await inTransaction(this.dataSource, (tx) => this.cancelWaiting(tx, userId, id));
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'GENERATION_NOT_CANCELLABLE';
      if (isRefused && (await isCancelled(this.dataSource.manager, userId, id))) return null;
      throw error;
    }
  }

  /** Locks the account first, so that images deleted concurrently are seen as cancelled. A hold closes only once. */
  private async cancelWaiting(tx: EntityManager, userId: string, id: string): Promise<Cancellation> {
    await this.ledger.lock(tx, userId);
    const imageIds = await imageIdsOf(tx, userId, id);
    if (!imageIds) throw notFound();
    refuseUnless(await lockUnbegun(tx, id));
    const images = imageIds.map((imageId) => ({ id: imageId, generationId: id }));
    const done = await cancelImages(tx, this.ledger, userId, images, 'pending');
    // Fewer: an image was closed before, so the rest is not the user's to cancel.
    refuseUnless(done.cancelled === images.length);
    return done;
  }
}

function refuseUnless(condition: boolean): void {
  if (!condition) throw new AppError('GENERATION_NOT_CANCELLABLE');
}

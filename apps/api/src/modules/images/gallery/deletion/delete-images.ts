import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { notFound } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { CreditLedger } from '../../../quota/index.js';
import { GenerationQueue } from '../../generation/queue/generation-queue.js';
import { announceCancellation, cancelImages, type Cancellation } from '../../generation/closing/cancel-images.js';
import { hideImages, lockSelection, type SelectedImage, type Selection } from './deletion-rows.js';

export interface Deletion {
  deleted: string[];
  restore_until: string;
}

interface Hidden extends Deletion, Cancellation {
  generationIds: string[];
}

/** Restorable for a while. Waiting images are cancelled and returned, running ones finished and charged. */
@Injectable()
export class DeleteImages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(GenerationQueue) private readonly generationQueue: Pick<GenerationQueue, 'remove'>,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  image(userId: string, id: string): Promise<Deletion> {
    return this.remove(userId, { imageIds: [id], generationIds: [] }, { isThere: true });
  }

  generation(userId: string, id: string): Promise<Deletion> {
    return this.remove(userId, { imageIds: [], generationIds: [id] }, { isThere: true });
  }

  /** All or nothing. Throws `NOT_FOUND` for anything unknown or of another user; deleted images are no error. */
  selection(userId: string, selection: Selection): Promise<Deletion> {
    return this.remove(userId, selection, { isThere: false });
  }

  private async remove(userId: string, selection: Selection, { isThere }: { isThere: boolean }): Promise<Deletion> {
    const { deleted, restore_until, ...hidden } = await inTransaction(this.dataSource, (tx) =>
      this.hide(tx, userId, selection, isThere),
    );
    await announceCancellation(this.events, this.generationQueue, { userId, ...hidden });
    return { deleted, restore_until };
  }

  /** Locks the account first: only the locked generations tell whether credits are returned. */
  private async hide(tx: EntityManager, userId: string, selection: Selection, isThere: boolean): Promise<Hidden> {
    await this.ledger.lock(tx, userId);
    const images = await lockSelection(tx, userId, selection);
    const shown = images?.filter(({ isDeleted }) => !isDeleted) ?? [];
    if (!images || (isThere && shown.length === 0)) throw notFound();
    const waiting = shown.filter(({ status }) => status === 'pending');
    const generationIds = [...new Set(shown.map(({ generationId }) => generationId))];
    const cancellation = await this.cancelWaiting(tx, userId, waiting);
    const deleted = shown.map(({ id }) => id);
    const restoreUntil = await hideImages(tx, userId, deleted);
    return { deleted, restore_until: restoreUntil, generationIds, ...cancellation };
  }

  private async cancelWaiting(tx: EntityManager, userId: string, waiting: SelectedImage[]): Promise<Cancellation> {
    if (waiting.length === 0) return { cancelled: 0, endedIds: [] };
    const done = await cancelImages(tx, this.ledger, userId, waiting, 'pending');
    if (done.cancelled !== waiting.length) throw new Error('A waiting image changed under its lock');
    return done;
  }
}

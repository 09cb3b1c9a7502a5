import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { notFound } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { CreditLedger } from '../../../quota/index.js';
import { GenerationQueue } from '../../generation/queue/generation-queue.js';
import { imagesClosed } from '../../shared/metrics.js';
import { endGenerations } from '../../generation/closing/end-generations.js';
import { hideImages, lockSelection, type SelectedImage, type Selection } from './deletion-rows.js';
import { cancelImages } from '../../generation/cancel-rows.js';

export interface Deletion {
  deleted: string[];
  restore_until: string;
}

interface Hidden extends Deletion {
  cancelled: number;
  generationIds: string[];
  endedIds: string[];
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
    const removed = await inTransaction(this.dataSource, (tx) => this.hide(tx, userId, selection, isThere));
    const { deleted, restore_until, cancelled, generationIds, endedIds } = removed;
    if (cancelled > 0) imagesClosed.inc({ outcome: 'CANCELLED' }, cancelled);
    for (const id of generationIds) {
      this.events.publish(userId, { name: 'generation_changed', data: { generation_id: id } });
    }
    if (cancelled > 0) this.events.publish(userId, { name: 'quota', data: {} });
    for (const id of endedIds) await this.generationQueue.remove(id);
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
    const endedIds = await this.cancelWaiting(tx, userId, waiting);
    const deleted = shown.map(({ id }) => id);
    const restoreUntil = await hideImages(tx, userId, deleted);
    return { deleted, restore_until: restoreUntil, cancelled: waiting.length, generationIds, endedIds };
  }

  private async cancelWaiting(tx: EntityManager, userId: string, waiting: SelectedImage[]): Promise<string[]> {
    if (waiting.length === 0) return [];
    const ids = waiting.map(({ id }) => id);
    for (const id of ids) {
      if (!(await this.ledger.returnHold(tx, userId, id))) throw new Error(`The hold of waiting image ${id} is closed`);
    }
    if ((await cancelImages(tx, ids)) !== ids.length) throw new Error('A waiting image changed under its lock');
    return endGenerations(tx, [...new Set(waiting.map(({ generationId }) => generationId))]);
  }
}

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

export interface Removal {
  /** Ids of the pictures that went now. */
  deleted: string[];
  /** ISO time until which they can be restored. */
  restore_until: string;
}

interface Removed extends Removal {
  /** Those that had waited, and so were taken back. */
  cancelled: number;
  /** Generations that the pictures belong to, and those of them that ended with this. */
  generationIds: string[];
  endedIds: string[];
}

/**
 * Removes pictures: they are gone for everybody at once and can be restored for a while. One that waits is taken back with
 * its credits; one that is being made is finished and charged.
 */
@Injectable()
export class DeleteImages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(GenerationQueue) private readonly generationQueue: Pick<GenerationQueue, 'remove'>,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /** Throws `NOT_FOUND` alike for what is unknown, removed or somebody else's. */
  picture(userId: string, id: string): Promise<Removal> {
    return this.remove(userId, { imageIds: [id], generationIds: [] }, { isThere: true });
  }

  /** A generation with the pictures that it still has. Throws as `picture` does. */
  generation(userId: string, id: string): Promise<Removal> {
    return this.remove(userId, { imageIds: [], generationIds: [id] }, { isThere: true });
  }

  /** All or nothing. Throws `NOT_FOUND` for anything unknown or somebody else's; what is removed already is no error. */
  selection(userId: string, selection: Selection): Promise<Removal> {
    return this.remove(userId, selection, { isThere: false });
  }

  private async remove(userId: string, selection: Selection, { isThere }: { isThere: boolean }): Promise<Removal> {
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

  /** The account comes first, because credits may move: whether they do is only known with the generations locked. */
  private async hide(tx: EntityManager, userId: string, selection: Selection, isThere: boolean): Promise<Removed> {
    await this.ledger.lock(tx, userId);
    const pictures = await lockSelection(tx, userId, selection);
    const shown = pictures?.filter(({ isRemoved }) => !isRemoved) ?? [];
    if (!pictures || (isThere && shown.length === 0)) throw notFound();
    const waiting = shown.filter(({ status }) => status === 'pending');
    const generationIds = [...new Set(shown.map(({ generationId }) => generationId))];
    const endedIds = await this.takeBack(tx, userId, waiting);
    const deleted = shown.map(({ id }) => id);
    const restoreUntil = await hideImages(tx, userId, deleted);
    return { deleted, restore_until: restoreUntil, cancelled: waiting.length, generationIds, endedIds };
  }

  /** Answers the generations that ended with it. */
  private async takeBack(tx: EntityManager, userId: string, waiting: SelectedImage[]): Promise<string[]> {
    if (waiting.length === 0) return [];
    const ids = waiting.map(({ id }) => id);
    for (const id of ids) {
      if (!(await this.ledger.returnHold(tx, userId, id)))
        throw new Error(`the hold of waiting picture ${id} is closed`);
    }
    if ((await cancelImages(tx, ids)) !== ids.length) throw new Error('a waiting picture changed under its lock');
    return endGenerations(tx, [...new Set(waiting.map(({ generationId }) => generationId))]);
  }
}

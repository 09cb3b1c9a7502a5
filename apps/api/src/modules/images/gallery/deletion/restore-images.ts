import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { lockSelection, showImages, type SelectedImage, type Selection } from './deletion-rows.js';

/** Undoes removals, as long as nothing of them is final. No credits move: what was taken back stays taken back. */
@Injectable()
export class RestoreImages {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /**
   * Ids of the pictures that are back. All or nothing: throws `NOT_FOUND` for anything unknown or somebody else's, and
   * `RESTORE_WINDOW_CLOSED` when it is too late for one of them. What is not removed is no error.
   */
  async restore(userId: string, selection: Selection): Promise<string[]> {
    const restored = await inTransaction(this.dataSource, (tx) => this.putBack(tx, userId, selection));
    for (const id of new Set(restored.map(({ generationId }) => generationId))) {
      this.events.publish(userId, { name: 'generation_changed', data: { generation_id: id } });
    }
    return restored.map(({ id }) => id);
  }

  private async putBack(tx: EntityManager, userId: string, selection: Selection): Promise<SelectedImage[]> {
    const pictures = await lockSelection(tx, userId, selection);
    if (!pictures) throw notFound();
    const named = new Set(selection.imageIds);
    const wanted = pictures.filter(({ id, isRemoved, wentWithAll }) => isRemoved && (named.has(id) || wentWithAll));
    if (wanted.some(({ canReturn }) => !canReturn)) throw new AppError('RESTORE_WINDOW_CLOSED');
    const ids = wanted.map(({ id }) => id);
    if ((await showImages(tx, userId, ids)) !== ids.length) throw new Error('a removed picture changed under its lock');
    return wanted;
  }
}

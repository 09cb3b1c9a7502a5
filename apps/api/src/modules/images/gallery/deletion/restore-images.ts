import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { publishChanges } from '../../generation/events/publish-changes.js';
import { lockSelection, showImages, type SelectedImage, type Selection } from './deletion-rows.js';

/** No credits move: cancelled images stay cancelled. */
@Injectable()
export class RestoreImages {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /** All or nothing: throws `NOT_FOUND`, and `RESTORE_WINDOW_CLOSED` if one is final. Returns the restored ids. */
  async restore(userId: string, selection: Selection): Promise<string[]> {
    const restored = await inTransaction(this.dataSource, (tx) => this.show(tx, userId, selection));
    const generationIds = new Set(restored.map(({ generationId }) => generationId));
    publishChanges(this.events, userId, { generationIds, movedCredits: false });
    return restored.map(({ id }) => id);
  }

  private async show(tx: EntityManager, userId: string, selection: Selection): Promise<SelectedImage[]> {
    const images = await lockSelection(tx, userId, selection);
    if (!images) throw notFound();
    const named = new Set(selection.imageIds);
    const wanted = images.filter(
      ({ id, isDeleted, wasDeletedWithGeneration }) => isDeleted && (named.has(id) || wasDeletedWithGeneration),
    );
    if (wanted.some(({ canRestore }) => !canRestore)) throw new AppError('RESTORE_WINDOW_CLOSED');
    const ids = wanted.map(({ id }) => id);
    if ((await showImages(tx, userId, ids)) !== ids.length) throw new Error('A deleted image changed under its lock');
    return wanted;
  }
}

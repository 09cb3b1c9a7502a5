import type { GenerationErrorCode } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { CreditLedger } from '../../../quota/index.js';
import { publishChanges } from '../events/publish-changes.js';
import type { Delivery, ImageRef } from './delivery.js';
import { imagesClosed } from '../../shared/metrics.js';
import { cancelObjectDeletion } from '../../files/clean-up/object-rows.js';
import {
  isDeliveredWith,
  lockForDelivery,
  lockForSweeper,
  lockForWorker,
  markDelivered,
  markFailed,
  saveUnderstood,
} from './close-rows.js';
import { endGenerations } from './end-generations.js';

/** The worker of one attempt, or the sweeper, once no worker may close any more. */
export type Closer = { attempt: number } | 'sweeper';

/** Rolls the transaction back: the image was closed before, or another attempt owns the generation. */
class Refused extends Error {}

/** Delivered and charged, or failed and returned, once: guarded by the attempt, the image's status and its hold. */
@Injectable()
export class CloseImage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /** False: too late, so remove the object. When it throws, the outcome is unknown: call it again. */
  async deliver(image: ImageRef, attempt: number, delivery: Delivery): Promise<boolean> {
    const isClosed = await this.close(image, 'delivered', async (tx) => {
      refuseUnless(await this.ledger.settle(tx, image.userId, image.id));
      refuseUnless(await lockForDelivery(tx, image.generationId, attempt));
      refuseUnless(await markDelivered(tx, image.id, delivery));
      // Includes images deleted meanwhile: their row names the object for removal.
      await cancelObjectDeletion(tx, delivery.objectKey);
      await saveUnderstood(tx, image.generationId, delivery.understood);
    });
    // After a commit whose answer was lost, the row names this object.
    return isClosed || (await isDeliveredWith(this.dataSource, image.id, delivery.objectKey));
  }

  /** Returns the image's credits. False: not the caller's to close. */
  fail(image: ImageRef, closer: Closer, code: GenerationErrorCode): Promise<boolean> {
    const { id, generationId, userId } = image;
    return this.close(image, code, async (tx) => {
      refuseUnless(await this.ledger.returnHold(tx, userId, id));
      refuseUnless(
        closer === 'sweeper'
          ? await lockForSweeper(tx, generationId)
          : await lockForWorker(tx, generationId, closer.attempt),
      );
      refuseUnless(await markFailed(tx, id, code));
    });
  }

  private async close(
    { userId, generationId }: ImageRef,
    outcome: 'delivered' | GenerationErrorCode,
    work: (tx: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    try {
      await inTransaction(this.dataSource, async (tx) => {
        await work(tx);
        await endGenerations(tx, [generationId]);
      });
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
    imagesClosed.inc({ outcome });
    publishChanges(this.events, userId, { generationIds: [generationId], movedCredits: true });
    return true;
  }
}

function refuseUnless(condition: boolean): void {
  if (!condition) throw new Refused();
}

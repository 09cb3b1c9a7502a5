import type { GenerationErrorCode } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { CreditLedger } from '../../../quota/index.js';
import type { Delivery, ImageRef } from './delivery.js';
import { imagesClosed } from '../../shared/metrics.js';
import { forgetObject } from '../../files/clean-up/object-rows.js';
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

/**
 * Ends one image in one transaction, once: delivered and charged, or failed and returned. A second worker, a late one and
 * the sweeper are each kept out by the attempt that owns the generation, the state of the image's row, and its hold.
 */
@Injectable()
export class CloseImage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /**
   * Charges for an image that is stored. False: not this attempt's to close, or too late; remove the object then. When
   * this throws, the outcome is unknown: call it again.
   */
  async deliver(picture: ImageRef, attempt: number, delivery: Delivery): Promise<boolean> {
    const isClosed = await this.close(picture, 'delivered', async (tx) => {
      refuseUnless(await this.ledger.settle(tx, picture.userId, picture.id));
      refuseUnless(await lockForDelivery(tx, picture.generationId, attempt));
      refuseUnless(await markDelivered(tx, picture.id, delivery));
      // Also for an image that was deleted meanwhile: its own row names the object for removal.
      await forgetObject(tx, delivery.objectKey);
      await saveUnderstood(tx, picture.generationId, delivery.understood);
    });
    // After a commit whose answer was lost the row names this object.
    return isClosed || (await isDeliveredWith(this.dataSource, picture.id, delivery.objectKey));
  }

  /** Returns the credits of an image. False: not the caller's to close. */
  fail(picture: ImageRef, closer: Closer, code: GenerationErrorCode): Promise<boolean> {
    const { id, generationId, userId } = picture;
    return this.close(picture, code, async (tx) => {
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
    this.events.publish(userId, { name: 'generation_changed', data: { generation_id: generationId } });
    this.events.publish(userId, { name: 'quota', data: {} });
    return true;
  }
}

function refuseUnless(holds: boolean): void {
  if (!holds) throw new Refused();
}

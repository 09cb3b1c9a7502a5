import type { GenerationErrorCode } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, row, type Sql } from '../../../platform/database/rows.js';
import { inTransaction, isContention } from '../../../platform/database/transaction.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { CreditLedger } from '../../quota/index.js';
import type { Delivery, PictureRef } from '../domain/delivery.js';
import { picturesClosed } from '../jobs/metrics.js';
import { forgetObject } from '../jobs/object-rows.js';
import { deliverAtOnce, storedColumns } from '../persistence/deliver-at-once.js';
import { endGenerations } from '../persistence/end-generations.js';
import { MAX_ATTEMPTS } from '../persistence/line.js';
import { OPEN } from '../persistence/row-shapes.js';

/** Who closes: the worker of one attempt, or the sweeper, once no worker may any more. */
export type Closer = { attempt: number } | 'sweeper';

/** Nothing of the transaction may stay: somebody else was first, or owns the generation now. */
class Refused extends Error {}

/**
 * Ends one picture: charged and delivered, or failed and returned, in one transaction, once. Three walls, each enough by
 * itself, keep a second worker, a late one and the sweeper from doing it again: the attempt that owns the generation, the
 * state of the picture's row, and the hold, which closes once.
 */
@Injectable()
export class ClosePicture {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /**
   * Charges for a picture that lies in storage. False: it was not ours to close, or came too late; the object belongs to
   * nobody then. When this throws, the outcome is unknown: call it again.
   */
  async deliver(picture: PictureRef, attempt: number, delivery: Delivery): Promise<boolean> {
    const closed =
      (await this.deliverAtOnce(picture, attempt, delivery)) ?? (await this.deliverLocked(picture, attempt, delivery));
    // The commit's answer may have been lost on the way: then the row names our own object.
    return closed || (await isDelivered(this.dataSource, picture.id, delivery.objectKey));
  }

  /** Gives the credits of a picture back. False: it was not ours to close. */
  fail(picture: PictureRef, closer: Closer, code: GenerationErrorCode): Promise<boolean> {
    return this.once(picture, code, async (tx) => {
      refuseUnless(await this.ledger.giveBack(tx, picture.userId, picture.id));
      refuseUnless(await ownGeneration(tx, picture.generationId, closer));
      refuseUnless(await markFailed(tx, picture.id, code));
    });
  }

  /** Null: somebody moved this person's credits meanwhile, and nothing was changed. */
  private async deliverAtOnce(picture: PictureRef, attempt: number, delivery: Delivery): Promise<boolean | null> {
    const closed = await deliverAtOnce(this.dataSource, picture, attempt, delivery).catch((error: unknown) => {
      if (isContention(error)) return null;
      throw error;
    });
    if (closed) this.tell(picture, 'delivered');
    return closed;
  }

  private deliverLocked(picture: PictureRef, attempt: number, delivery: Delivery): Promise<boolean> {
    return this.once(picture, 'delivered', async (tx) => {
      refuseUnless(await this.ledger.settle(tx, picture.userId, picture.id));
      refuseUnless(await ownGeneration(tx, picture.generationId, { attempt }, 'deadline > now()'));
      refuseUnless(await markDelivered(tx, picture.id, delivery));
      // Also of one that was deleted while it was made: its own row brings it to its end.
      await forgetObject(tx, delivery.objectKey);
      await noteUnderstood(tx, picture.generationId, delivery);
    });
  }

  private async once(
    picture: PictureRef,
    outcome: 'delivered' | GenerationErrorCode,
    close: (tx: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    try {
      await inTransaction(this.dataSource, async (tx) => {
        await close(tx);
        await endGenerations(tx, [picture.generationId]);
      });
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
    this.tell(picture, outcome);
    return true;
  }

  private tell({ userId, generationId }: PictureRef, outcome: 'delivered' | GenerationErrorCode): void {
    picturesClosed.inc({ outcome });
    this.events.publish(userId, { name: 'generation_changed', data: { generation_id: generationId } });
    this.events.publish(userId, { name: 'quota', data: {} });
  }
}

function refuseUnless(holds: boolean): void {
  if (!holds) throw new Refused();
}

const RIGHTS = {
  worker: `attempt = $2 and status = 'processing'`,
  sweeper: `status in ${OPEN} and (deadline <= now() or (attempt >= $2 and lease_until < now()))`,
};

/** The fence. Locks the generation, so that nobody claims it between this look and the commit. */
async function ownGeneration(tx: EntityManager, id: string, closer: Closer, also = 'true'): Promise<boolean> {
  const [rights, attempt] = closer === 'sweeper' ? [RIGHTS.sweeper, MAX_ATTEMPTS] : [RIGHTS.worker, closer.attempt];
  const own = await row(tx, `select 1 from generations where id = $1 and ${rights} and ${also} for no key update`, [
    id,
    attempt,
  ]);
  return own !== null;
}

const markDelivered = async (tx: EntityManager, id: string, delivery: Delivery): Promise<boolean> =>
  (await changed(
    tx,
    `update images
        set status = 'completed', finished_at = now(), object_key = $2, format = $3, bytes = $4,
            sha256 = decode($5, 'hex'), thumb_widths = $6, thumbhash = $7, engine_request_id = $8
      where id = $1 and status in ${OPEN}`,
    [id, ...storedColumns(delivery)],
  )) === 1;

const markFailed = async (tx: EntityManager, id: string, code: GenerationErrorCode): Promise<boolean> =>
  (await changed(
    tx,
    `update images set status = 'failed', finished_at = now(), error_code = $2 where id = $1 and status in ${OPEN}`,
    [id, code],
  )) === 1;

const noteUnderstood = (tx: EntityManager, generationId: string, { understood }: Delivery): Promise<number> =>
  changed(tx, `update generations set understood = $2::jsonb where id = $1 and understood <> $2::jsonb`, [
    generationId,
    JSON.stringify(understood),
  ]);

const isDelivered = async (sql: Sql, id: string, objectKey: string): Promise<boolean> =>
  (await row(sql, `select 1 from images where id = $1 and object_key = $2`, [id, objectKey])) !== null;

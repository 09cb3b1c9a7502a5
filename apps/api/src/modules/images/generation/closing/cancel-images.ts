import { In, type EntityManager } from 'typeorm';
import type { UserEvents } from '../../../../platform/events/user-events.js';
import type { CreditLedger } from '../../../quota/index.js';
import { ImageEntity } from '../../shared/image.entity.js';
import { imagesClosed } from '../../shared/metrics.js';
import { publishChanges } from '../events/publish-changes.js';
import type { GenerationQueue } from '../queue/generation-queue.js';
import type { ImageRef } from './delivery.js';
import { endGenerations } from './end-generations.js';

export interface Cancellation {
  /** Images that are cancelled now and whose credits are returned: fewer than asked for if one was closed before. */
  cancelled: number;
  endedIds: string[];
}

const FROM = { pending: ['pending'], open: ['pending', 'processing'] } as const;

/** Returns each hold, cancels the images and ends their generations. The account and the generations must be locked. */
export async function cancelImages(
  tx: EntityManager,
  ledger: Pick<CreditLedger, 'returnHold'>,
  userId: string,
  images: Pick<ImageRef, 'id' | 'generationId'>[],
  from: keyof typeof FROM,
): Promise<Cancellation> {
  let returned = 0;
  for (const { id } of images) if (await ledger.returnHold(tx, userId, id)) returned += 1;
  const { affected } = await tx.update(
    ImageEntity,
    { id: In(images.map(({ id }) => id)), status: In(FROM[from]) },
    { status: 'cancelled', errorCode: 'CANCELLED', finishedAt: () => 'now()' },
  );
  const endedIds = await endGenerations(tx, [...new Set(images.map(({ generationId }) => generationId))]);
  return { cancelled: Math.min(returned, affected ?? 0), endedIds };
}

/** After the commit. `generationIds`: all that changed, whether or not images of them were cancelled. */
export async function announceCancellation(
  events: UserEvents,
  generationQueue: Pick<GenerationQueue, 'remove'>,
  { userId, generationIds, cancelled, endedIds }: Cancellation & { userId: string; generationIds: string[] },
): Promise<void> {
  if (cancelled > 0) imagesClosed.inc({ outcome: 'CANCELLED' }, cancelled);
  publishChanges(events, userId, { generationIds, movedCredits: cancelled > 0 });
  for (const id of endedIds) await generationQueue.remove(id);
}

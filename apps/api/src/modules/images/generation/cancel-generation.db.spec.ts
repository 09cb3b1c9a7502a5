import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { claimGeneration } from '../../../../test/support/images/claim.js';
import { testConfig } from '../../../../test/support/config.js';
import { creditLedger } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { delivery } from '../../../../test/support/images/delivery.js';
import { inParallel } from '../../../../test/support/timing/in-parallel.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import {
  moveDeadline,
  RecordedEvents,
  show,
  submit,
  type Submitted,
  STUDIO_PAINTS,
} from '../../../../test/support/images/painting.js';
import { RACE_ROUNDS } from '../../../../test/support/timing/race-rounds.js';
import { together } from '../../../../test/support/timing/together.js';
import { expectUnchanged } from '../../../../test/support/database/unchanged.js';
import { rows } from '../../../platform/database/rows.js';
import { LocalDiskStorage } from '../../../platform/storage/local-disk.storage.js';
import { imagesClosed } from '../shared/metrics.js';
import { CancelGeneration } from './cancel-generation.js';
import { CloseImage } from './closing/close-image.js';
import { FileLinks } from '../files/file-links.js';
import { ReadGenerations } from './read-generations.js';
import { GenerationPresenter } from './generation-presenter.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const events = new RecordedEvents();
const closing = new CloseImage(db.dataSource, ledger, new RecordedEvents());
const removed: string[] = [];
const cancellation = new CancelGeneration(
  db.dataSource,
  ledger,
  { remove: async (id) => void removed.push(id) },
  new ReadGenerations(
    db.dataSource,
    new GenerationPresenter(new FileLinks(testConfig(), new LocalDiskStorage('unused'))),
  ),
  events,
);
beforeEach(() => {
  events.events.length = 0;
  removed.length = 0;
});
afterEach(() => expectInvariants(db.dataSource));

const AT_ONCE = 6;

const sql = (text: string, params: unknown[]): Promise<unknown> => rows(db.dataSource, text, params);

/** True: taken back; false: refused because it was too late. */
async function cancel({ userId, id }: Submitted): Promise<boolean> {
  try {
    const taken = await cancellation.cancel(userId, id, 'en');
    expect(taken.error_code).toBe('CANCELLED');
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'GENERATION_NOT_CANCELLABLE' });
    return false;
  }
}

const cancelled = (count: number) => ({
  status: 'cancelled',
  attempt: 0,
  errorCode: 'CANCELLED',
  images: Array<string>(count).fill('cancelled CANCELLED'),
  available: 35 * count,
  reserved: 0,
});

describe('the walls around a generation that is taken back, each by itself', () => {
  const expectRefused = async (submitted: Submitted): Promise<void> => {
    await expectUnchanged(db.dataSource, async () => expect(await cancel(submitted)).toBe(false));
    expect([events.events, removed]).toEqual([[], []]);
  };

  test('the hold: what was closed keeps the rest from being taken back, though the rows would allow it', async () => {
    const submitted = await submit(db.dataSource, { count: 2 });
    const last = submitted.imageIds[1];
    await sql(`update holds set state = 'returned', closed_at = now() where image_id = $1`, [last]);
    await expectRefused(submitted);
    await sql(`update holds set state = 'held', closed_at = null where image_id = $1`, [last]);
    expect(await cancel(submitted)).toBe(true);
  });

  test('the generation: what a worker has is not taken back, though its images wait', async () => {
    const submitted = await submit(db.dataSource, { count: 2 });
    await sql(`update generations set status = 'processing' where id = $1`, [submitted.id]);
    await expectRefused(submitted);
  });

  test('the attempt: what a worker has given up waits, and is not taken back', async () => {
    const submitted = await submit(db.dataSource);
    await sql(`update generations set attempt = 1 where id = $1`, [submitted.id]);
    await expectRefused(submitted);
  });

  test('the images: one that does not wait keeps the others', async () => {
    const submitted = await submit(db.dataSource, { count: 2 });
    await sql(`update images set status = 'processing' where id = $1`, [submitted.imageIds[1]]);
    await expectRefused(submitted);
  });

  test('the sweeper: what it has begun to give back for its deadline it gives back whole', async () => {
    const submitted = await submit(db.dataSource, { count: 2 });
    await moveDeadline(db.dataSource, submitted.id, -1);
    const [first, second] = submitted.imageIds.map((id) => ({ ...submitted, generationId: submitted.id, id }));
    if (!first || !second) throw new Error('no images');
    expect(await closing.fail(first, 'sweeper', 'DEADLINE_EXCEEDED')).toBe(true);
    await expectRefused(submitted);
    expect(await closing.fail(second, 'sweeper', 'DEADLINE_EXCEEDED')).toBe(true);
  });
});

async function race<T>(
  count: number,
  rival: (submitted: Submitted) => Promise<T>,
  judge: (submitted: Submitted, isTaken: boolean, rivals: T) => Promise<void>,
): Promise<void> {
  const outcomes = await inParallel(
    AT_ONCE,
    Array.from({ length: RACE_ROUNDS }, (_, i) => async () => {
      const submitted = await submit(db.dataSource, { count });
      const [isTaken, rivals] = await together(
        i,
        () => cancel(submitted),
        () => rival(submitted),
      );
      await judge(submitted, isTaken, rivals);
      return isTaken;
    }),
  );
  // Otherwise nothing was a race.
  expect(new Set(outcomes)).toEqual(new Set([true, false]));
}

describe('at the same moment', () => {
  test('taken back and claimed: one of them, never both', async () => {
    await race(
      2,
      ({ id }) => claimGeneration(db.dataSource, id, STUDIO_PAINTS, 30),
      async ({ id }, isTaken, claimed) => {
        expect(claimed === null).toBe(isTaken);
        const begun = { status: 'processing', attempt: 1, available: 0, reserved: 70 };
        expect(await show(db.dataSource, id)).toMatchObject(isTaken ? cancelled(2) : begun);
      },
    );
  });

  test('taken back and painted to the end: charged or returned, never both', async () => {
    await race(
      1,
      async ({ id, userId }) => {
        await claimGeneration(db.dataSource, id, STUDIO_PAINTS, 30);
        return closing.deliver({ id, generationId: id, userId }, 1, delivery());
      },
      async ({ id }, isTaken, isDelivered) => {
        expect(isDelivered).toBe(!isTaken);
        const charged = { status: 'completed', available: 0, reserved: 0 };
        expect(await show(db.dataSource, id)).toMatchObject(isTaken ? cancelled(1) : charged);
      },
    );
  });

  test('taken back and swept for its deadline: returned once, for one reason', async () => {
    await race(
      2,
      async ({ id, userId, imageIds }) => {
        await moveDeadline(db.dataSource, id, -1);
        const swept: boolean[] = [];
        for (const imageId of imageIds) {
          const image = { id: imageId, generationId: id, userId };
          swept.push(await closing.fail(image, 'sweeper', 'DEADLINE_EXCEEDED'));
        }
        return swept;
      },
      async ({ id }, isTaken, swept) => {
        expect(swept).toEqual([!isTaken, !isTaken]);
        const late = { status: 'failed', errorCode: 'DEADLINE_EXCEEDED', available: 70, reserved: 0 };
        expect(await show(db.dataSource, id)).toMatchObject(isTaken ? cancelled(2) : late);
      },
    );
  });

  test('taken back twice: both are told so, it happens once', async () => {
    imagesClosed.reset();
    await inParallel(
      AT_ONCE,
      Array.from({ length: RACE_ROUNDS }, () => async () => {
        const submitted = await submit(db.dataSource, { count: 2 });
        expect(await Promise.all([cancel(submitted), cancel(submitted)])).toEqual([true, true]);
        expect(await show(db.dataSource, submitted.id)).toEqual(cancelled(2));
        expect(removed.filter((id) => id === submitted.id)).toEqual([submitted.id]);
        const told = events.events.filter(({ userId }) => userId === submitted.userId);
        expect(told.map(({ name }) => name)).toEqual(['generation_changed', 'quota']);
      }),
    );
    const { values } = await imagesClosed.get();
    expect(values.map(({ labels, value }) => [labels.outcome, value])).toEqual([['CANCELLED', 2 * RACE_ROUNDS]]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { claimGeneration } from '../../../../../test/support/images/claim.js';
import { creditLedger } from '../../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { delivery } from '../../../../../test/support/images/delivery.js';
import { inParallel } from '../../../../../test/support/timing/in-parallel.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import {
  moveDeadline,
  RecordedEvents,
  show,
  submit,
  STUDIO_PAINTS,
} from '../../../../../test/support/images/painting.js';
import { RACE_ROUNDS } from '../../../../../test/support/timing/race-rounds.js';
import { together } from '../../../../../test/support/timing/together.js';
import { until } from '../../../../../test/support/timing/until.js';
import { createEndpoint, deliveriesOf } from '../../../../../test/support/webhooks/webhooks.js';
import { whileCreditsMove } from '../../../../../test/support/credits/while-credits-move.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { imagesClosed } from '../../shared/metrics.js';
import type { ImageRef } from './delivery.js';
import { CloseImage } from './close-image.js';

const db = useDatabase();
const events = new RecordedEvents();
const ledger = creditLedger(db.dataSource);
const closing = new CloseImage(db.dataSource, ledger, events);

beforeEach(() => void (events.events.length = 0));
afterEach(() => expectInvariants(db.dataSource));

/** A generation in its first attempt; one reference an image. */
async function begun(count = 1): Promise<{ id: string; images: [ImageRef, ...ImageRef[]] }> {
  const { id, userId, imageIds } = await submit(db.dataSource, { count });
  expect((await claimGeneration(db.dataSource, id, STUDIO_PAINTS, 30))?.attempt).toBe(1);
  const [first, ...rest] = imageIds.map((imageId) => ({ id: imageId, generationId: id, userId }));
  if (!first) throw new Error('no image');
  return { id, images: [first, ...rest] };
}

const sql = (text: string, params: unknown[]): Promise<unknown> => rows(db.dataSource, text, params);

describe('closing an image', () => {
  test('a delivered one is charged, a failed one returned, and the generation ends with its last', async () => {
    const { id, images } = await begun(4);
    const [a, b, c, d] = images as [ImageRef, ImageRef, ImageRef, ImageRef];
    expect(await closing.deliver(a, 1, delivery())).toBe(true);
    expect(await closing.fail(b, { attempt: 1 }, 'IMAGE_INVALID')).toBe(true);
    expect(await closing.deliver(c, 1, delivery())).toBe(true);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', available: 35, reserved: 35 });
    expect(await closing.deliver(d, 1, delivery())).toBe(true);
    expect(await show(db.dataSource, id)).toEqual({
      status: 'completed',
      attempt: 1,
      errorCode: null,
      images: ['completed', 'failed IMAGE_INVALID', 'completed', 'completed'],
      available: 35,
      reserved: 0,
    });
  });

  test('without any delivered image the generation failed, for the reason of the first', async () => {
    const { id, images } = await begun(2);
    const endpoint = await createEndpoint(db.dataSource, images[0].userId, 'https://a.example/', ['generation.failed']);
    await closing.fail(images[1]!, { attempt: 1 }, 'ENGINE_FAILED');
    await closing.fail(images[0], { attempt: 1 }, 'CONTENT_REJECTED');
    expect(await deliveriesOf(db.dataSource, endpoint.id)).toHaveLength(1);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'CONTENT_REJECTED',
      available: 70,
    });
  });

  test('what became of images is counted, once each', async () => {
    const counted = async (): Promise<Record<string, number>> =>
      Object.fromEntries((await imagesClosed.get()).values.map(({ labels, value }) => [labels.outcome, value]));
    imagesClosed.reset();
    const { images } = await begun(2);
    await closing.deliver(images[0], 1, delivery());
    await closing.deliver(images[0], 1, delivery());
    await closing.fail(images[1]!, { attempt: 1 }, 'IMAGE_INVALID');
    expect(await counted()).toEqual({ delivered: 1, IMAGE_INVALID: 1 });
  });

  test('event streams are told after the commit, and only what was committed', async () => {
    const { id, images } = await begun();
    await closing.deliver(images[0], 2, delivery());
    expect(events.events).toEqual([]);
    await closing.deliver(images[0], 1, delivery());
    expect(events.events).toEqual([
      { userId: images[0].userId, name: 'generation_changed', data: { generation_id: id } },
      { userId: images[0].userId, name: 'quota', data: {} },
    ]);
  });
});

describe('what an image is delivered with', () => {
  test('keeps what it was delivered with, and its object is no longer named for removal', async () => {
    const { id, images } = await begun();
    const delivered = delivery({ understood: [{ start: 0, end: 1 }] });
    await sql(`insert into object_deletions (object_key) values ($1)`, [delivered.objectKey]);
    expect(await closing.deliver(images[0], 1, delivered)).toBe(true);
    expect(
      await row(
        db.dataSource,
        `select object_key, format, bytes, encode(sha256, 'hex') sha, thumb_widths, thumbhash, engine_request_id,
                (select understood from generations where id = $1) understood,
                (select count(*) from object_deletions where object_key = i.object_key) removals
           from images i where id = $1`,
        [id],
      ),
    ).toEqual({
      object_key: delivered.objectKey,
      format: 'png',
      bytes: 100,
      sha: delivered.sha256,
      thumb_widths: [320],
      thumbhash: delivered.thumbhash,
      engine_request_id: null,
      understood: delivered.understood,
      removals: 0,
    });
  });

  test('delivers an image that was deleted while it was made, and its object belongs to it', async () => {
    const { id, images } = await begun();
    const delivered = delivery();
    await sql(`update images set deleted_at = now(), purge_at = now() + interval '10 s' where id = $1`, [id]);
    await sql(`insert into object_deletions (object_key, due_at) values ($1, now() + interval '1 h')`, [
      delivered.objectKey,
    ]);
    expect(await closing.deliver(images[0], 1, delivered)).toBe(true);
    expect(
      await row(
        db.dataSource,
        `select i.status, d.due_at from images i left join object_deletions d using (object_key) where i.id = $1`,
        [id],
      ),
    ).toEqual({ status: 'completed', due_at: null });
  });
});

describe('the guards of an image, each by itself', () => {
  test('attempt: an attempt that is over closes nothing', async () => {
    const { id, images } = await begun();
    await sql(`update generations set attempt = 2 where id = $1`, [id]);
    expect(await closing.deliver(images[0], 1, delivery())).toBe(false);
    expect(await closing.fail(images[0], { attempt: 1 }, 'ENGINE_FAILED')).toBe(false);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'processing',
      images: ['processing'],
      reserved: 35,
    });
    expect(await closing.deliver(images[0], 2, delivery())).toBe(true);
  });

  test('attempt: nobody claims the generation until the closing transaction has committed', async () => {
    const { id, images } = await begun();
    await sql(`update generations set lease_until = now() - interval '1 s' where id = $1`, [id]);
    const brake = db.dataSource.createQueryRunner();
    await brake.startTransaction();
    const [{ pid }] = (await brake.query(`select pg_backend_pid() pid from images where id = $1 for update`, [id])) as [
      { pid: number },
    ];
    const heldUp = `select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
    const delivering = closing.deliver(images[0], 1, delivery());
    await until(async () => (await row(db.dataSource, heldUp)) !== null);
    const claim = inTransaction(db.dataSource, async (tx) => {
      await rows(tx, `set local lock_timeout = '100ms'`);
      return claimGeneration(tx, id, STUDIO_PAINTS, 30);
    });
    await expect(claim).rejects.toThrow('lock timeout');
    await brake.rollbackTransaction();
    await brake.release();
    expect(await delivering).toBe(true);
  });

  test('state: a closed row stays as it is though its hold is open', async () => {
    const { id, images } = await begun(2);
    await sql(`update images set status = 'failed', error_code = 'ENGINE_FAILED', finished_at = now() where id = $1`, [
      id,
    ]);
    expect(await closing.deliver(images[0], 1, delivery())).toBe(false);
    expect(await closing.fail(images[0], { attempt: 1 }, 'ENGINE_FAILED')).toBe(false);
    await sql(`update images set status = 'processing', error_code = null, finished_at = null where id = $1`, [id]);
  });

  test('hold: an image with a closed hold stays open though its row would allow closing', async () => {
    const { id, images } = await begun();
    await sql(`update holds set state = 'returned', closed_at = now() where image_id = $1`, [id]);
    expect(await closing.deliver(images[0], 1, delivery())).toBe(false);
    expect(await closing.fail(images[0], { attempt: 1 }, 'ENGINE_FAILED')).toBe(false);
    expect((await show(db.dataSource, id)).images).toEqual(['processing']);
    await sql(`update holds set state = 'held', closed_at = null where image_id = $1`, [id]);
  });

  test('deadline: an image that comes after it is not charged', async () => {
    const { id, images } = await begun();
    await moveDeadline(db.dataSource, id, -1);
    expect(await closing.deliver(images[0], 1, delivery())).toBe(false);
    expect(await closing.fail(images[0], 'sweeper', 'DEADLINE_EXCEEDED')).toBe(true);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'failed', available: 35, reserved: 0 });
  });

  test('sweeper: leaves alone what a worker may still finish', async () => {
    const { id, images } = await begun();
    expect(await closing.fail(images[0], 'sweeper', 'DEADLINE_EXCEEDED')).toBe(false);
    await sql(`update generations set attempt = 3 where id = $1`, [id]);
    expect(await closing.fail(images[0], 'sweeper', 'ENGINE_FAILED')).toBe(false);
    await sql(`update generations set lease_until = now() - interval '1 s' where id = $1`, [id]);
    expect(await closing.fail(images[0], 'sweeper', 'ENGINE_FAILED')).toBe(true);
  });
});

test('ends the generation when its other image is closed at the same moment', async () => {
  const { id, images } = await begun(2);
  const [first, second] = images as [ImageRef, ImageRef];
  const delivering = whileCreditsMove(
    db.dataSource,
    first.userId,
    () => closing.deliver(first, 1, delivery()),
    async (tx) => {
      await ledger.settle(tx, second.userId, second.id);
      await rows(
        tx,
        `update images set status = 'completed', finished_at = now(), object_key = $2, format = 'png', bytes = 1,
                sha256 = '\\x00' where id = $1`,
        [second.id, delivery().objectKey],
      );
    },
  );
  expect(await delivering).toBe(true);
  expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', available: 0, reserved: 0 });
});

describe('closing more than once', () => {
  test('asking again after an answer that was lost says that it is delivered', async () => {
    const { id, images } = await begun();
    const delivered = delivery();
    expect(await closing.deliver(images[0], 1, delivered)).toBe(true);
    expect(await closing.deliver(images[0], 1, delivered)).toBe(true);
    expect(await closing.deliver(images[0], 1, delivery())).toBe(false);
    expect((await show(db.dataSource, id)).available).toBe(0);
  });

  test('of twenty at once exactly one succeeds', async () => {
    const { images } = await begun();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 ? closing.deliver(images[0], 1, delivery()) : closing.fail(images[0], { attempt: 1 }, 'ENGINE_FAILED'),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('four images that arrive at the same moment end their generation once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, images } = await begun(4);
      await Promise.all(images.map((image) => closing.deliver(image, 1, delivery())));
      expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', available: 0, reserved: 0 });
    }
  });

  test('delivery and deadline at the same moment: one of them, never both', async () => {
    const outcomes = await inParallel(
      8,
      Array.from({ length: RACE_ROUNDS }, (_, i) => async () => {
        const { id, images } = await begun();
        const expire = async () => {
          await moveDeadline(db.dataSource, id, -1);
          return closing.fail(images[0], 'sweeper', 'DEADLINE_EXCEEDED');
        };
        const [delivered, swept] = await together(i, () => closing.deliver(images[0], 1, delivery()), expire);
        const { status, available, reserved } = await show(db.dataSource, id);
        expect([delivered, swept]).toEqual([status === 'completed', status === 'failed']);
        expect([available, reserved]).toEqual([delivered ? 0 : 35, 0]);
        return status;
      }),
    );
    expect(new Set(outcomes)).toEqual(new Set(['completed', 'failed']));
  });
});

import { describe, expect, test } from '@jest/globals';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import {
  expireLease,
  FakeEngine,
  keysOf,
  moveDeadline,
  show,
  submit,
  TestFailPoints,
  useWorkers,
} from '../../../../test/support/images/painting.js';
import { until } from '../../../../test/support/timing/until.js';
import { row, rows } from '../../../platform/database/rows.js';
import { CollectOrphans } from '../files/clean-up/collect-orphans.js';
import type { FailStep } from '../shared/fail-points.js';
import { PurgeImages } from '../files/clean-up/purge-images.js';
import { Sweeper } from './recovery/sweeper.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);

const files = async (imageIds: string[]): Promise<string[]> =>
  (await keysOf(workers.storage)).filter((key) => imageIds.some((id) => key.includes(id)));
const owned = async (imageIds: string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db.dataSource,
      `select object_key as key from images where id = any($1::uuid[]) and object_key is not null order by 1`,
      [imageIds],
    )
  ).map(({ key }) => key);

/** What a purge would find after the time that objects without an image are kept. */
const letTimePass = (): Promise<unknown> =>
  rows(db.dataSource, `update object_deletions set due_at = now() - interval '1 s'`);

/** Runs a worker into its death. */
async function die(step: FailStep, id: string, engine: FakeEngine): Promise<void> {
  const failPoints = new TestFailPoints().dieAt(step);
  const dying = await workers.make({ engine, failPoints });
  const stillborn = dying.run(id);
  stillborn.catch(() => undefined);
  await until(() => failPoints.isDead);
  // Whatever was on its way to the database before the death has arrived.
  await new Promise((resolve) => setTimeout(resolve, 20));
}

const STEPS: FailStep[] = ['dequeued', 'claimed', 'painted', 'prepared', 'named', 'stored', 'closed'];

describe('a worker that dies', () => {
  test.each(STEPS)(
    'after it was %s: another one finishes, each image is charged once, nothing stays behind',
    async (step) => {
      const { id, imageIds } = await submit(db.dataSource, { count: 2 });
      const engine = new FakeEngine();
      await die(step, id, engine);
      await expectInvariants(db.dataSource);
      const second = await workers.make({ engine });
      await second.run(id);
      // The dead one's time is not over: nobody else may begin.
      if (step !== 'dequeued') expect((await show(db.dataSource, id)).attempt).toBe(1);
      await expireLease(db.dataSource, id);
      await second.run(id);
      expect(await show(db.dataSource, id)).toMatchObject({
        status: 'completed',
        // Images that were closed at the same moment leave nothing for a second attempt.
        attempt: step === 'dequeued' || step === 'closed' ? expect.any(Number) : 2,
        images: ['completed', 'completed'],
        available: 0,
        reserved: 0,
      });
      await letTimePass();
      await second.module.get(PurgeImages).run();
      expect(await files(imageIds)).toEqual(await owned(imageIds));
      for (const imageId of imageIds) {
        expect(engine.calls.filter(({ requestId }) => requestId.startsWith(imageId)).length).toBeLessThanOrEqual(2);
      }
    },
  );

  test('after the last image was closed: a repeated ring finds nothing to do', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    await die('closed', id, engine);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', reserved: 0 });
    await (await workers.make({ engine })).run(id);
    expect(engine.calls).toHaveLength(1);
  });

  test('three times at the same generation: it is given up, and the credits are back', async () => {
    const { id, imageIds } = await submit(db.dataSource, { count: 2 });
    const engine = new FakeEngine();
    for (let i = 0; i < 3; i += 1) {
      await die('painted', id, engine);
      await expireLease(db.dataSource, id);
    }
    const last = await workers.make({ engine });
    await last.run(id);
    expect(engine.calls.filter(({ requestId }) => requestId.startsWith(imageIds[0] ?? ''))).toHaveLength(3);
    expect(await last.module.get(Sweeper).sweep()).toMatchObject({ failed: 2 });
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'ENGINE_FAILED',
      attempt: 3,
      available: 70,
    });
  });
});

describe('a worker that sleeps longer than its lease', () => {
  test.each<FailStep>(['painted', 'named', 'stored'])(
    'after it was %s: what it brings is refused and removed',
    async (step) => {
      const { id, imageIds } = await submit(db.dataSource);
      const engine = new FakeEngine();
      const failPoints = new TestFailPoints();
      let wake: () => void = () => undefined;
      failPoints.actions[step] = () => new Promise<void>((resolve) => (wake = resolve));
      // It does not notice that it lost the lease.
      failPoints.actions.renewing = () => new Promise(() => undefined);
      const zombie = (await workers.make({ engine, failPoints })).run(id);
      await until(() => failPoints.reached.includes(step));
      await expireLease(db.dataSource, id);
      await (await workers.make({ engine })).run(id);
      const kept = await owned(imageIds);
      expect(kept[0]).toMatch(/\/2-[0-9a-f]+\.png$/);
      wake();
      await zombie;
      expect(failPoints.reached).toContain('cleaning');
      expect(await files(imageIds)).toEqual(kept);
      expect(await owned(imageIds)).toEqual(kept);
      expect(await show(db.dataSource, id)).toMatchObject({
        status: 'completed',
        attempt: 2,
        available: 0,
        reserved: 0,
      });
      expect(await rows(db.dataSource, `select 1 from object_deletions where done_at is null`)).toEqual([]);
    },
  );

  test('and wakes while the other one still paints: the other one delivers', async () => {
    const { id, imageIds } = await submit(db.dataSource);
    const engine = new FakeEngine();
    const gates = [new TestFailPoints(), new TestFailPoints()];
    const wake: (() => void)[] = [];
    for (const [i, gate] of gates.entries()) {
      gate.actions.stored = () => new Promise<void>((resolve) => (wake[i] = resolve));
      gate.actions.renewing = () => new Promise(() => undefined);
    }
    const first = (await workers.make({ engine, failPoints: gates[0]! })).run(id);
    await until(() => wake[0] !== undefined);
    await expireLease(db.dataSource, id);
    const second = (await workers.make({ engine, failPoints: gates[1]! })).run(id);
    await until(() => wake[1] !== undefined);
    wake[0]?.();
    await first;
    expect((await show(db.dataSource, id)).images).toEqual(['processing']);
    wake[1]?.();
    await second;
    expect((await owned(imageIds))[0]).toMatch(/\/2-/);
    expect(await files(imageIds)).toEqual(await owned(imageIds));
  });

  test('and past the deadline: it stays failed and returned', async () => {
    const { id, imageIds } = await submit(db.dataSource);
    const failPoints = new TestFailPoints();
    let wake: () => void = () => undefined;
    failPoints.actions.stored = () => new Promise<void>((resolve) => (wake = resolve));
    const sleeping = await workers.make({ failPoints });
    const zombie = sleeping.run(id);
    await until(() => failPoints.reached.includes('stored'));
    await moveDeadline(db.dataSource, id, -1);
    await sleeping.module.get(Sweeper).sweep();
    wake();
    await zombie;
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'DEADLINE_EXCEEDED',
      available: 35,
      reserved: 0,
    });
    expect(await files(imageIds)).toEqual([]);
  });

  test('notices at its next renewal that it was overtaken, and stops asking the engine', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    let wasStopped = false;
    engine.answer = (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => (wasStopped = true)));
    const overtaken = (await workers.make({ engine, env: { GENERATION_LEASE_SECONDS: '1' } })).run(id);
    await until(() => engine.calls.length === 1);
    await rows(db.dataSource, `update generations set attempt = 2 where id = $1`, [id]);
    // Long before the engine would be given up anyway.
    await until(() => wasStopped);
    await overtaken;
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', attempt: 2, reserved: 35 });
  });
});

describe('many workers at once', () => {
  test('twenty that hear the same ring: one paints', async () => {
    const { id } = await submit(db.dataSource, { count: 2 });
    const engine = new FakeEngine();
    const made = await Promise.all([1, 2, 3].map(() => workers.make({ engine })));
    await Promise.all(Array.from({ length: 20 }, async (_, i) => made[i % 3]?.run(id)));
    expect(engine.calls).toHaveLength(2);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 1, available: 0 });
  });

  test('a lease that is renewed lets nobody else begin', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    const failPoints = new TestFailPoints();
    let finish: () => void = () => undefined;
    failPoints.actions.painted = () => new Promise<void>((resolve) => (finish = resolve));
    // Long enough for a machine that stands still.
    const env = { GENERATION_LEASE_SECONDS: '6' };
    const slow = (await workers.make({ engine, failPoints, env })).run(id);
    await until(() => failPoints.reached.includes('painted'));
    const leaseEnd = async () =>
      (await row<{ at: Date }>(db.dataSource, `select lease_until as at from generations where id = $1`, [id]))?.at ??
      0;
    const first = await leaseEnd();
    await until(async () => (await leaseEnd()) > first);
    await (await workers.make({ engine, env })).run(id);
    expect((await show(db.dataSource, id)).attempt).toBe(1);
    finish();
    await slow;
    expect(engine.calls).toHaveLength(1);
    expect((await show(db.dataSource, id)).status).toBe('completed');
  });
});

describe('objects without an image', () => {
  test('are found in storage though nothing names them; images, and what is not ours, stay', async () => {
    const { id, imageIds } = await submit(db.dataSource);
    const made = await workers.make();
    await made.run(id);
    const [kept] = await owned(imageIds);
    const orphan = `pictures/2026/11/${id}/1-0123456789abcdef.png`;
    const stranger = 'pictures/readme.txt';
    for (const key of [orphan, `${orphan.slice(0, -4)}.w320.webp`, stranger])
      await workers.storage.put(key, Buffer.from('x'), 'image/png');
    await rows(
      db.dataSource,
      `insert into object_deletions (object_key, done_at) values ('old', now() - interval '31 days'), ('new', now())`,
    );
    const collector = made.module.get(CollectOrphans);
    expect(await collector.collect()).toBe(0);
    expect(await collector.collect({ graceMs: -60_000, everyMs: 0 })).toBe(2);
    expect(await files(imageIds)).toEqual([kept]);
    expect((await workers.storage.stat(stranger))?.bytes).toBe(1);
    expect(
      await rows(db.dataSource, `select object_key from object_deletions where object_key in ('old', 'new')`),
    ).toEqual([{ object_key: 'new' }]);
  });
});

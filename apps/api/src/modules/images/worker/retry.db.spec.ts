import { describe, expect, test } from '@jest/globals';
import { claimGeneration } from '../../../../test/support/images/claim.js';
import { creditLedger } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import {
  endPauses,
  expireLease,
  FakeEngine,
  goodImage,
  RecordedEvents,
  show,
  submit,
  TestFailPoints,
  useWorkers,
  type Submitted,
} from '../../../../test/support/images/painting.js';
import { until } from '../../../../test/support/timing/until.js';
import { row, rows } from '../../../platform/database/rows.js';
import { CloseImage } from '../generation/closing/close-image.js';
import { EngineError } from '../engines/image-engine.port.js';
import { lockUnbegun } from '../generation/cancel-rows.js';
import { cancelImages } from '../generation/closing/cancel-images.js';
import { endLease, undoClaim } from './claiming/lease-rows.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const workers = useWorkers(db.dataSource);

const busy = (pauseMs: number): EngineError => new EngineError('ENGINE_BUSY', '429', { pauseMs });

/** Seconds until a generation may be tried again. */
async function pauseOf(id: string): Promise<number> {
  const found = await row<{ seconds: number }>(
    db.dataSource,
    `select extract(epoch from lease_until - now())::float8 as seconds from generations where id = $1`,
    [id],
  );
  return found?.seconds ?? NaN;
}

/** Answers once so many images are asked for: the first refusal with a pause holds later calls back. */
const afterCalls =
  (engine: FakeEngine, count: number, answer: FakeEngine['answer']): FakeEngine['answer'] =>
  async (...asked) => {
    await until(() => engine.calls.length >= count);
    return answer(...asked);
  };

/** Gives what a test leaves open back. */
const drop = async (...submitted: Submitted[]): Promise<void> => {
  const worker = await workers.make();
  await endPauses(db.dataSource);
  for (const { id } of submitted) {
    await expireLease(db.dataSource, id);
    await worker.run(id);
  }
};

describe('the pause before another try', () => {
  test("is each image's own: one that cannot be waited for is returned at once, the other is tried again", async () => {
    const { id } = await submit(db.dataSource, { count: 3, deadlineSeconds: 60 });
    const engine = new FakeEngine();
    engine.answer = afterCalls(engine, 3, (request) =>
      request.seed === 102 ? goodImage(request) : Promise.reject(busy(request.seed === 100 ? 61_000 : 2_000)),
    );
    const worker = await workers.make({ engine });
    await worker.run(id);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'processing',
      images: ['failed ENGINE_BUSY', 'processing', 'completed'],
      available: 35,
      reserved: 35,
    });
    expect(await pauseOf(id)).toBeLessThan(20);
    engine.answer = goodImage;
    await endPauses(db.dataSource);
    await expireLease(db.dataSource, id);
    await worker.run(id);
    const seeds = engine.calls.map(({ seed }) => seed);
    // The images of an attempt are asked for at once, in no particular order.
    expect([seeds.slice(0, 3).toSorted((a, b) => a - b), seeds.slice(3)]).toEqual([[100, 101, 102], [101]]);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', available: 35, reserved: 0 });
  });

  test('is never shorter than the engine asks for, and not the same for all that failed together', async () => {
    const engine = new FakeEngine(20);
    engine.answer = () => Promise.reject(busy(100_000));
    const worker = await workers.make({ engine });
    const submitted = await Promise.all(Array.from({ length: 12 }, () => submit(db.dataSource)));
    const pauses: number[] = [];
    for (const { id } of submitted) {
      await endPauses(db.dataSource);
      await worker.run(id);
      pauses.push(await pauseOf(id));
    }
    // Each look takes a moment, on a busy machine some seconds.
    expect(Math.min(...pauses)).toBeGreaterThan(80);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(125);
    expect(Math.max(...pauses)).toBeGreaterThan(100);
    await drop(...submitted);
  });

  test('is the longest that any image of the generation was told to wait', async () => {
    for (const waits of [
      [50_000, 100_000, 20_000],
      [100_000, 20_000, 50_000],
    ]) {
      const submitted = await submit(db.dataSource, { count: 3 });
      const engine = new FakeEngine();
      engine.answer = afterCalls(engine, 3, ({ seed }) => Promise.reject(busy(waits[seed - 100] ?? 0)));
      await (await workers.make({ engine })).run(submitted.id);
      expect(await pauseOf(submitted.id)).toBeGreaterThan(80);
      await drop(submitted);
    }
  });

  test('is our own for this attempt where the engine asks for a shorter one', async () => {
    const submitted = await submit(db.dataSource);
    const engine = new FakeEngine();
    engine.answer = () => Promise.reject(busy(1_000));
    const worker = await workers.make({ engine, times: { backoffMs: [60_000, 120_000], jitter: 0 } });
    await worker.run(submitted.id);
    expect(await pauseOf(submitted.id)).toBeGreaterThan(40);
    expect(await pauseOf(submitted.id)).toBeLessThanOrEqual(60);
    await drop(submitted);
  });

  test('of an attempt that lost its lease does not end the lease of its successor', async () => {
    const submitted = await submit(db.dataSource);
    const { id } = submitted;
    const engine = new FakeEngine();
    let fail: () => void = () => undefined;
    engine.answer = () => new Promise((_, reject) => (fail = () => reject(busy(1_000))));
    const givingUp = (await workers.make({ engine })).run(id);
    await until(() => engine.calls.length === 1);
    await expireLease(db.dataSource, id);
    const successor = await claimGeneration(db.dataSource, id, { 'sd3.5-medium': 'studio' }, 300);
    expect(successor?.attempt).toBe(2);
    fail();
    await givingUp;
    expect(await pauseOf(id)).toBeGreaterThan(200);
    await drop(submitted);
  });

  test('is cut where it would be too late to begin when the pause is over', async () => {
    const submitted = await submit(db.dataSource, { deadlineSeconds: 200 });
    const engine = new FakeEngine();
    engine.answer = () => Promise.reject(busy(120_000));
    const worker = await workers.make({ engine, times: { leastGeneratingMs: 30_000, jitter: 100 } });
    await worker.run(submitted.id);
    expect(await pauseOf(submitted.id)).toBeGreaterThan(110);
    expect(await pauseOf(submitted.id)).toBeLessThanOrEqual(140);
    await drop(submitted);
  });

  test('must leave the engine some time before the deadline, or nothing is waited for', async () => {
    const { id } = await submit(db.dataSource, { deadlineSeconds: 60 });
    const engine = new FakeEngine();
    engine.answer = () => Promise.reject(busy(50_000));
    await (await workers.make({ engine, times: { leastGeneratingMs: 11_000 } })).run(id);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'failed', errorCode: 'ENGINE_BUSY', available: 35 });
  });
});

/** One attempt that is stopped before the engine had time for it. */
async function stopBeforeCall(id: string): Promise<void> {
  const engine = new FakeEngine(1);
  let finish: () => void = () => undefined;
  engine.answer = async (request) => {
    await new Promise<void>((resolve) => (finish = resolve));
    return goodImage(request);
  };
  const worker = await workers.make({ engine });
  const other = worker.run((await submit(db.dataSource)).id);
  await until(() => engine.calls.length === 1);
  const stop = new AbortController();
  const waiting = worker.run(id, stop.signal);
  await until(async () => (await show(db.dataSource, id)).images.includes('processing'));
  stop.abort();
  await waiting;
  expect(engine.calls).toHaveLength(1);
  finish();
  await other;
}

describe('an attempt that called no engine', () => {
  test('does not count: the generation waits as if nobody had begun, and can be taken back', async () => {
    const { id, userId, imageIds } = await submit(db.dataSource, { count: 2 });
    await stopBeforeCall(id);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'pending',
      attempt: 0,
      images: ['pending', 'pending'],
    });
    const images = imageIds.map((imageId) => ({ id: imageId, generationId: id }));
    const taken = db.dataSource.transaction(async (tx) => {
      const isUnbegun = await lockUnbegun(tx, id);
      const { cancelled } = await cancelImages(tx, ledger, userId, images, 'pending');
      throw new Error(String([isUnbegun, cancelled]));
    });
    await expect(taken).rejects.toThrow(`true,${imageIds.length}`);
    await drop({ id, imageIds, userId: '' });
  });

  test('after others that did leaves those counted', async () => {
    const { id } = await submit(db.dataSource);
    await claimGeneration(db.dataSource, id, { 'sd3.5-medium': 'studio' }, 30);
    await endLease(db.dataSource, id, 1, -1);
    await stopBeforeCall(id);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'processing',
      attempt: 1,
      images: ['processing'],
    });
    const worker = await workers.make();
    await worker.run(id);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 2 });
  });

  test("closes nothing any more, and gives up nothing that is somebody else's", async () => {
    const { id, userId } = await submit(db.dataSource);
    const map = { 'sd3.5-medium': 'studio' } as const;
    await claimGeneration(db.dataSource, id, map, 30);
    await undoClaim(db.dataSource, id, 1, 0);
    const closing = new CloseImage(db.dataSource, ledger, new RecordedEvents());
    const image = { id, generationId: id, userId };
    expect(await closing.fail(image, { attempt: 1 }, 'ENGINE_FAILED')).toBe(false);
    expect((await claimGeneration(db.dataSource, id, map, 30))?.attempt).toBe(1);
    await endLease(db.dataSource, id, 1, -1);
    expect((await claimGeneration(db.dataSource, id, map, 30))?.attempt).toBe(2);
    await undoClaim(db.dataSource, id, 1, 0);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', attempt: 2 });
    expect(await closing.fail(image, { attempt: 2 }, 'ENGINE_FAILED')).toBe(true);
  });
});

test('whatever happens to its attempts, the engine is called at most three times for an image', async () => {
  const { id, imageIds } = await submit(db.dataSource, { count: 2 });
  const engine = new FakeEngine();
  // The first attempt is stopped before it calls, the second dies after its call, the third is stopped in its call.
  await stopBeforeCall(id);
  const failPoints = new TestFailPoints().dieAt('painted');
  (await workers.make({ engine, failPoints })).run(id).catch(() => undefined);
  await until(() => failPoints.isDead && engine.calls.length === 2);
  await expireLease(db.dataSource, id);
  const stop = new AbortController();
  engine.answer = () => new Promise(() => undefined);
  const stopped = (await workers.make({ engine })).run(id, stop.signal);
  await until(() => engine.calls.length === 4);
  stop.abort();
  await stopped;
  await stopBeforeCall(id);
  expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', attempt: 2 });
  engine.answer = () => Promise.reject(new EngineError('ENGINE_FAILED', 'again'));
  await (await workers.make({ engine })).runThrough(id);
  for (const imageId of imageIds) {
    expect(engine.calls.filter(({ requestId }) => requestId.startsWith(imageId))).toHaveLength(3);
  }
  expect(new Set(engine.calls.map(({ requestId }) => requestId)).size).toBe(6);
  expect(await show(db.dataSource, id)).toMatchObject({ status: 'failed', attempt: 3, available: 70 });
  expect(await rows(db.dataSource, `select 1 from generations where finished_at is null`)).toEqual([]);
});

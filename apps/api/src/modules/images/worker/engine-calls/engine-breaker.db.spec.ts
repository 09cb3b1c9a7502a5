import { describe, expect, test } from '@jest/globals';
import { DEFAULT_MODEL } from '@app/contracts';
import { DataSource } from 'typeorm';
import { failing, openEngine, useBreaker } from '../../../../../test/support/images/breaker.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { imageRequest } from '../../../../../test/support/images/engines.js';
import {
  FakeEngine,
  goodImage,
  moveDeadline,
  show,
  submit,
  TestFailPoints,
  type TestWorker,
} from '../../../../../test/support/images/painting.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { EngineHealth } from '../../engines/engine-health.js';
import { EngineError, type EngineErrorCode } from '../../engines/image-engine.port.js';
import { AttemptAborted, type AbortReason } from '../attempt.js';
import { waitingGenerations } from '../claiming/waiting-rows.js';
import { EngineBreaker } from './engine-breaker.js';
import { EngineClient } from './engine-client.js';
import { engineOpen } from '../../shared/metrics.js';
import { Sweeper } from '../recovery/sweeper.js';
import { DEFAULT_WORKER_TIMES } from '../worker-times.js';

const db = useDatabase();
const { make, next, health, open, halfOpen, wearOut, engine } = useBreaker(db.dataSource);
const CALL = { probe: null, generationId: '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1' };

describe('an engine that fails again and again', () => {
  test('is left alone after so many faults in a row: what waits is not claimed and costs neither call nor attempt', async () => {
    const worker = await make();
    await wearOut(worker);
    const { id } = await submit(db.dataSource, { count: 2 });
    expect(await next(worker)).toBe(false);
    await worker.run(id);
    expect(engine.calls).toEqual([]);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'pending', attempt: 0, reserved: 70 });
    await moveDeadline(db.dataSource, id, -1);
    await worker.module.get(Sweeper).sweep();
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'failed', attempt: 0, available: 70 });
  });

  test('is not asked for what other processes have claimed already: they learn of it from Postgres', async () => {
    const failPoints = new TestFailPoints();
    failPoints.actions.claimed = async () => void (await open());
    const { id } = await submit(db.dataSource, { count: 2 });
    const worker = await make({ failPoints });
    expect(await next(worker)).toBe(true);
    expect(engine.calls).toEqual([]);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'pending',
      attempt: 0,
      images: ['pending', 'pending'],
      reserved: 70,
    });
    expect(await row(db.dataSource, `select started_at as "startedAt" from generations where id = $1`, [id])).toEqual({
      startedAt: null,
    });
  });

  test('is not asked for the other images of a generation that found out, though their attempt counts', async () => {
    const single = new FakeEngine(1);
    single.answer = failing();
    const { id } = await submit(db.dataSource, { count: 5 });
    const worker = await make({ engine: single });
    await worker.run(id);
    expect(single.calls).toHaveLength(3);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', attempt: 1, reserved: 5 * 35 });
  });

  test('is not waited for beyond the deadline by those who had begun: their credits are back at once', async () => {
    const failPoints = new TestFailPoints();
    failPoints.actions.claimed = async () => void (await open());
    const { id } = await submit(db.dataSource, { deadlineSeconds: 20 });
    await next(await make({ failPoints }));
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'ENGINE_UNAVAILABLE',
      available: 35,
    });
  });

  test('is no hindrance for the models of other engines', async () => {
    const other = new FakeEngine(8, 'webui');
    const worker = await make({ others: { 'sd3.5-large': other } });
    await wearOut(worker);
    const held = await submit(db.dataSource);
    const free = await submit(db.dataSource, { model: 'sd3.5-large', engine: 'webui' });
    expect(await next(worker)).toBe(true);
    expect(await next(worker)).toBe(false);
    expect((await show(db.dataSource, free.id)).status).toBe('completed');
    expect((await show(db.dataSource, held.id)).status).toBe('pending');
    expect(await health('webui')).toBeNull();
  });

  test('is not looked after in vain: only what waits for other engines is found', async () => {
    const { id } = await submit(db.dataSource);
    const waiting = async () => (await waitingGenerations(db.dataSource, 0, 10)).map((one) => one.id);
    await openEngine(db.dataSource, 'webui');
    expect(await waiting()).toEqual([id]);
    await open();
    expect(await waiting()).toEqual([]);
    await rows(db.dataSource, `delete from engine_health`);
  });

  test('shows in the metrics until it answers again', async () => {
    const worker = await make();
    worker.module.get(EngineHealth).onApplicationBootstrap();
    const shown = async (): Promise<number | undefined> => {
      return (await engineOpen.get()).values.find(({ labels }) => labels.engine === 'studio')?.value;
    };
    await open();
    expect(await shown()).toBe(1);
    await rows(db.dataSource, `update engine_health set open_until = null`);
    expect(await shown()).toBe(0);
  });
});

describe('what counts as a fault of the engine', () => {
  test.each<[EngineErrorCode, boolean | undefined, boolean]>([
    ['ENGINE_UNAVAILABLE', undefined, true],
    ['ENGINE_TIMEOUT', undefined, true],
    ['ENGINE_FAILED', undefined, true],
    // A request that would fail again says nothing about other requests.
    ['ENGINE_FAILED', false, false],
    ['ENGINE_BUSY', undefined, false],
    ['CONTENT_REJECTED', undefined, false],
    ['IMAGE_INVALID', undefined, false],
  ])('%s (retryable: %s) four times: %s', async (code, retryable, opens) => {
    engine.answer = failing(code, retryable);
    const worker = await make();
    for (let i = 0; i < 4; i += 1) await worker.run((await submit(db.dataSource)).id);
    expect(engine.calls).toHaveLength(opens ? 3 : 4);
    expect(Boolean((await health())?.seconds)).toBe(opens);
  });

  test('a refusal of our account: it is left alone at once', async () => {
    engine.answer = failing('ENGINE_UNAVAILABLE', false);
    const { id } = await submit(db.dataSource);
    await (await make()).run(id);
    expect(await health()).toMatchObject({ faults: 1, openings: 1, seconds: 30 });
    expect(await show(db.dataSource, id)).toMatchObject({ errorCode: 'ENGINE_UNAVAILABLE', available: 35 });
  });

  test('only faults in a row: an image in between begins a new count', async () => {
    const worker = await make();
    for (let i = 0; i < 6; i += 1) {
      engine.answer = i % 3 === 2 ? goodImage : failing();
      await worker.run((await submit(db.dataSource)).id);
    }
    expect(engine.calls).toHaveLength(6);
    expect(await health()).toEqual({ faults: 0, openings: 0, seconds: null, probe: null });
  });

  test('images that succeed write nothing', async () => {
    const worker = await make();
    await worker.run((await submit(db.dataSource, { count: 4 })).id);
    expect(await health()).toBeNull();
    await rows(db.dataSource, `insert into engine_health (engine) values ('studio')`);
    const version = (): Promise<unknown> => row(db.dataSource, `select xmin::text from engine_health`);
    const before = await version();
    await worker.run((await submit(db.dataSource, { count: 4 })).id);
    expect(await version()).toEqual(before);
  });

  test('a call that had begun before neither closes an open engine nor keeps it open longer', async () => {
    const breaker = (await make()).module.get(EngineBreaker);
    await open();
    await breaker.note('studio', CALL);
    await breaker.note('studio', CALL, new EngineError('ENGINE_UNAVAILABLE', 'late', { retryable: false }));
    expect(await health()).toEqual({ faults: 0, openings: 1, seconds: 30, probe: null });
  });
});

describe('a fault that may be the fault of a prompt', () => {
  const faults = async (): Promise<number> => (await health())?.faults ?? 0;

  test('counts once a generation, however many images and attempts fail', async () => {
    engine.answer = failing('ENGINE_FAILED');
    const { id } = await submit(db.dataSource, { count: 4 });
    await (await make()).runThrough(id);
    expect(engine.calls.length).toBeGreaterThan(4);
    expect(await faults()).toBe(1);
  });

  test('counts at most twice for one person while somebody else is active', async () => {
    const waiting = await submit(db.dataSource);
    engine.answer = failing('ENGINE_TIMEOUT');
    const worker = await make();
    const { userId } = await submit(db.dataSource);
    for (let i = 0; i < 5; i += 1) await worker.run((await submit(db.dataSource, { userId })).id);
    expect(await health()).toMatchObject({ faults: 2, seconds: null });
    engine.answer = goodImage;
    await worker.run(waiting.id);
    expect(await show(db.dataSource, waiting.id)).toMatchObject({ status: 'completed' });
    expect(await faults()).toBe(0);
  });

  test('counts at most twice for one person while the images of somebody else are young', async () => {
    const worker = await make();
    await worker.run((await submit(db.dataSource)).id);
    engine.answer = failing('ENGINE_FAILED');
    const { userId } = await submit(db.dataSource);
    for (let i = 0; i < 5; i += 1) await worker.run((await submit(db.dataSource, { userId })).id);
    expect(await health()).toMatchObject({ faults: 2, seconds: null });
    await rows(
      db.dataSource,
      `update generations set finished_at = now() - interval '11 minutes'
                                where status = 'completed'`,
    );
    await worker.run((await submit(db.dataSource, { userId })).id);
    expect(await health()).toMatchObject({ faults: 3, seconds: 30 });
  });

  test('counts each time when nobody else is active', async () => {
    engine.answer = failing('ENGINE_FAILED');
    const worker = await make();
    const { id, userId } = await submit(db.dataSource);
    await worker.run(id);
    for (let i = 0; i < 2; i += 1) await worker.run((await submit(db.dataSource, { userId })).id);
    expect(await health()).toMatchObject({ faults: 3, seconds: 30 });
  });

  test('counts again once it has happened twice to everybody who is active', async () => {
    engine.answer = failing('ENGINE_FAILED');
    const worker = await make({ times: { faultsToOpen: 5 } });
    const people = await Promise.all([submit(db.dataSource), submit(db.dataSource)]);
    for (let round = 0; round < 2; round += 1) {
      for (const { userId } of people) await worker.run((await submit(db.dataSource, { userId })).id);
    }
    expect(await faults()).toBe(4);
    await worker.run((await submit(db.dataSource, { userId: people[0].userId })).id);
    expect(await health()).toMatchObject({ faults: 5, seconds: 30 });
  });

  test('does not open an engine again that it was tried on, if it is one too many of its person', async () => {
    const worker = await make();
    const other = await submit(db.dataSource);
    engine.answer = failing('ENGINE_FAILED');
    const { userId } = await submit(db.dataSource);
    for (let i = 0; i < 2; i += 1) await worker.run((await submit(db.dataSource, { userId })).id);
    await open();
    await halfOpen();
    await worker.run((await submit(db.dataSource, { userId })).id);
    expect(await health()).toMatchObject({ openings: 0, seconds: 0, probe: null });
    engine.answer = goodImage;
    await worker.run(other.id);
    expect(await health()).toMatchObject({ faults: 0, openings: 0, seconds: null });
  });
});

describe('an engine that hangs', () => {
  /** A call of the engine for this generation that lasts until its attempt is aborted. */
  const abortedCall = async (worker: TestWorker, generationId: string, why: AbortReason): Promise<void> => {
    const lease = new AbortController();
    engine.answer = async () => {
      await Promise.resolve();
      lease.abort(new AttemptAborted(why));
      return new Promise(() => undefined);
    };
    const call = { probe: null, generationId, onStart: () => undefined, onProgress: () => undefined };
    const options = { ...call, signal: lease.signal, msLeft: () => 240_000 };
    const request = imageRequest({ model: DEFAULT_MODEL });
    await expect(worker.module.get(EngineClient).generate(request, options)).rejects.toEqual(new AttemptAborted(why));
  };
  const ofThreePeople = async (): Promise<string[]> => {
    const people = await Promise.all([submit(db.dataSource), submit(db.dataSource), submit(db.dataSource)]);
    const again = people.slice(0, 2).map(({ userId }) => submit(db.dataSource, { userId }));
    return [...people, ...(await Promise.all(again))].map(({ id }) => id);
  };

  test.each<[AbortReason, number, string, { faults: number; seconds: number } | null]>([
    ['deadline', 0, 'counts as a time-out each time', { faults: 5, seconds: 30 }],
    ['deadline', 3_600_000, 'does not count where the call had begun shortly before', null],
    ['stopping', 0, 'does not count', null],
    ['lost', 0, 'does not count', null],
  ])('until the attempt is aborted (%s, hung after %d ms) %s', async (why, hungAfterMs, _, expected) => {
    const worker = await make({ times: { faultsToOpen: 5, hungAfterMs } });
    for (const id of await ofThreePeople()) await abortedCall(worker, id, why);
    const found = await health();
    expect(found && { faults: found.faults, seconds: found.seconds }).toEqual(expected);
  });
});

test('a database that is away holds no call back, and no image that is painted', async () => {
  const away = new DataSource({ type: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' });
  const breaker = new EngineBreaker(away, new EngineHealth(away), DEFAULT_WORKER_TIMES);
  await expect(breaker.admit('studio', null)).resolves.toBeUndefined();
  await expect(breaker.note('studio', CALL)).resolves.toBeUndefined();
  await expect(breaker.note('studio', CALL, new EngineError('ENGINE_FAILED', 'x'))).resolves.toBeUndefined();
});

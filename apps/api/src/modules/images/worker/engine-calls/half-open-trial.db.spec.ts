import { describe, expect, test } from '@jest/globals';
import { failing, useBreaker } from '../../../../../test/support/images/breaker.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { expireLease, goodImage, show, submit, TestFailPoints } from '../../../../../test/support/images/painting.js';
import { until } from '../../../../../test/support/timing/until.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { EngineError, type EngineErrorCode } from '../../engines/image-engine.port.js';
import { EngineBreaker } from './engine-breaker.js';
import { DEFAULT_WORKER_TIMES } from '../worker-times.js';

const db = useDatabase();
const { make, next, health, halfOpen, wearOut, engine } = useBreaker(db.dataSource);
const trial = (probe: string) => ({ probe, generationId: '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1' });

describe('when the time is over', () => {
  test('one call is the trial while others wait; when it succeeds, the others follow', async () => {
    const many = await Promise.all([make(), make(), make()]);
    await wearOut(many[0]);
    const waiting = await Promise.all(Array.from({ length: 12 }, () => submit(db.dataSource)));
    await halfOpen();
    let answer: () => void = () => undefined;
    engine.answer = async (request) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return goodImage(request);
    };
    const found: boolean[] = [];
    const looks = waiting.map(async (_, i) => void found.push(await next(many[i % 3]!)));
    await until(() => engine.calls.length === 1 && found.length === waiting.length - 1);
    expect(found).not.toContain(true);
    expect(engine.calls).toHaveLength(1);
    engine.answer = goodImage;
    answer();
    await Promise.all(looks);
    expect(found).toContain(true);
    expect(await health()).toEqual({ faults: 0, openings: 0, seconds: null, probe: null });
    while (await next(many[1]));
    for (const { id } of waiting) expect((await show(db.dataSource, id)).status).toBe('completed');
  });

  test('and the engine still fails, it is left alone for twice as long each time, up to five minutes', async () => {
    const worker = await make({ times: { openMs: DEFAULT_WORKER_TIMES.openMs } });
    await wearOut(worker);
    engine.answer = failing();
    const seconds: (number | null | undefined)[] = [];
    for (let i = 0; i < 5; i += 1) {
      await halfOpen();
      const { id } = await submit(db.dataSource);
      await worker.run(id);
      seconds.push((await health())?.seconds);
      await rows(db.dataSource, `update generations set attempt = 3 where id = $1`, [id]);
    }
    expect(seconds).toEqual([60, 120, 240, 300, 300]);
    expect(engine.calls).toHaveLength(5);
    engine.answer = goodImage;
    await halfOpen();
    await worker.run((await submit(db.dataSource)).id);
    expect(await health()).toEqual({ faults: 0, openings: 0, seconds: null, probe: null });
  });

  test('of several images one is painted first, and no other if that fails', async () => {
    const worker = await make();
    await wearOut(worker);
    engine.answer = failing();
    const { id } = await submit(db.dataSource, { count: 4 });
    await halfOpen();
    await worker.run(id);
    expect(engine.calls).toHaveLength(1);
    engine.answer = goodImage;
    await expireLease(db.dataSource, id);
    await halfOpen();
    await worker.run(id);
    expect(engine.calls).toHaveLength(5);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 2, available: 0 });
  });

  test.each<[EngineErrorCode, boolean]>([
    ['ENGINE_BUSY', true],
    ['CONTENT_REJECTED', true],
    ['IMAGE_INVALID', false],
  ])('an engine that answers %s is back: %s; if it is not, the next one finds out', async (code, isBack) => {
    const worker = await make();
    await wearOut(worker);
    await halfOpen();
    engine.answer = failing(code);
    await worker.run((await submit(db.dataSource)).id);
    expect(await health()).toMatchObject({ seconds: isBack ? null : 0, probe: null });
    engine.answer = goodImage;
    const { id } = await submit(db.dataSource);
    await worker.run(id);
    expect((await show(db.dataSource, id)).status).toBe('completed');
    expect((await health())?.seconds).toBeNull();
  });

  test('and the one that wanted to find out dies, another one does when its time is over', async () => {
    const failPoints = new TestFailPoints().dieAt('claimed');
    const [dying, worker] = [await make({ failPoints }), await make()];
    await wearOut(worker);
    const [, second] = [await submit(db.dataSource), await submit(db.dataSource)];
    await halfOpen();
    next(dying).catch(() => undefined);
    await until(() => failPoints.isDead);
    expect(await next(worker)).toBe(false);
    const left = await row<{ seconds: number }>(
      db.dataSource,
      `select extract(epoch from probe_until - now())::float8 as seconds from engine_health`,
    );
    expect(left?.seconds).toBeLessThanOrEqual(30);
    await rows(db.dataSource, `update engine_health set probe_until = now() - interval '1 s'`);
    expect(await next(worker)).toBe(true);
    expect((await health())?.seconds).toBeNull();
    expect((await show(db.dataSource, second.id)).status).toBe('completed');
  });

  test('and the one that finds out takes long, nobody else begins: its time is renewed with its lease', async () => {
    // Long enough for a machine that stands still.
    const env = { GENERATION_LEASE_SECONDS: '6' };
    const [slow, worker] = [await make({ env }), await make({ env })];
    await wearOut(worker);
    const [first] = [await submit(db.dataSource), await submit(db.dataSource)];
    await halfOpen();
    let answer: () => void = () => undefined;
    engine.answer = async (request) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return goodImage(request);
    };
    const probing = slow.run(first.id);
    const trialEnd = async () =>
      (await row<{ at: Date }>(db.dataSource, `select probe_until as at from engine_health`))?.at ?? 0;
    await until(() => engine.calls.length === 1);
    const begun = await trialEnd();
    await until(async () => (await trialEnd()) > begun);
    expect(await next(worker)).toBe(false);
    answer();
    await probing;
    expect(engine.calls).toHaveLength(1);
    expect((await health())?.seconds).toBeNull();
  });

  test('and the one that finds out is stopped, the next one may at once', async () => {
    const worker = await make();
    await wearOut(worker);
    const { id } = await submit(db.dataSource);
    await halfOpen();
    const stop = new AbortController();
    engine.answer = () => new Promise(() => undefined);
    const probing = worker.run(id, stop.signal);
    await until(() => engine.calls.length === 1);
    stop.abort();
    await probing;
    expect(await health()).toMatchObject({ seconds: 0, probe: null });
    engine.answer = goodImage;
    expect(await next(worker)).toBe(true);
    expect((await show(db.dataSource, id)).status).toBe('completed');
  });

  test('the answer of a probe whose time was over does not count against the one that followed', async () => {
    const worker = await make();
    const breaker = worker.module.get(EngineBreaker);
    await wearOut(worker);
    await halfOpen();
    await rows(db.dataSource, `update engine_health set probe_owner = 'second', probe_until = now() + interval '30 s'`);
    await breaker.note('studio', trial('first'), new EngineError('ENGINE_FAILED', 'late'));
    await breaker.note('studio', trial('first'));
    expect(await health()).toMatchObject({ seconds: 0, probe: 'second', openings: 1 });
    await breaker.note('studio', trial('second'));
    expect((await health())?.seconds).toBeNull();
  });
});

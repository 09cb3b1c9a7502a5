import { describe, expect, test } from '@jest/globals';
import { useBreaker } from '../../../../../test/support/images/breaker.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { expireLease, goodImage, show, submit } from '../../../../../test/support/images/painting.js';
import { EngineHealth } from '../../engines/engine-health.js';
import { EngineError } from '../../engines/image-engine.port.js';
import { engineOpen } from '../../shared/metrics.js';
import { EngineBreaker } from './engine-breaker.js';

const db = useDatabase();
const { make, next, health, open, halfOpen, wearOut, engine } = useBreaker(db.dataSource);

const busy = (pauseMs: number): EngineError => new EngineError('ENGINE_BUSY', '429', { pauseMs });
const PAUSED = { faults: 0, openings: 0, seconds: 60, probe: null };

describe('an engine that asks for a pause', () => {
  test('is called for nobody until it is over: what waits keeps its attempts, and new requests are refused', async () => {
    const worker = await make();
    engine.answer = () => Promise.reject(busy(60_000));
    const [first, second] = [await submit(db.dataSource), await submit(db.dataSource)];
    await worker.run(first.id);
    expect(await health()).toEqual(PAUSED);
    expect(await next(worker)).toBe(false);
    await worker.run(second.id);
    expect(engine.calls).toHaveLength(1);
    expect(await show(db.dataSource, second.id)).toMatchObject({ status: 'pending', attempt: 0, reserved: 35 });
    expect(await show(db.dataSource, first.id)).toMatchObject({ status: 'processing', attempt: 1, reserved: 35 });
    expect([...(await worker.module.get(EngineHealth).refusals()).keys()]).toEqual(['studio']);
  });

  test('is tried by one call afterwards, and called again by all when that succeeds', async () => {
    const worker = await make();
    engine.answer = () => Promise.reject(busy(60_000));
    const { id } = await submit(db.dataSource, { count: 3 });
    await worker.run(id);
    engine.calls.length = 0;
    await halfOpen();
    await expireLease(db.dataSource, id);
    await worker.run(id);
    expect(engine.calls).toHaveLength(1);
    expect(await health()).toEqual(PAUSED);
    await halfOpen();
    await expireLease(db.dataSource, id);
    engine.answer = goodImage;
    expect(await next(worker)).toBe(true);
    expect(await health()).toEqual({ ...PAUSED, seconds: null });
    expect((await show(db.dataSource, id)).status).toBe('completed');
  });

  test('is none that failed, in the metrics', async () => {
    const worker = await make();
    worker.module.get(EngineHealth).onApplicationBootstrap();
    engine.answer = () => Promise.reject(busy(60_000));
    await worker.run((await submit(db.dataSource)).id);
    const { values } = await engineOpen.get();
    expect(values.find(({ labels }) => labels.engine === 'studio')?.value).toBe(0);
  });

  test('gets at most five minutes', async () => {
    const worker = await make();
    engine.answer = () => Promise.reject(busy(3_600_000));
    await worker.run((await submit(db.dataSource)).id);
    expect(await health()).toEqual({ ...PAUSED, seconds: 300 });
  });

  test('has answered: faults before it do not count any more, and a trial that it ends is no failed one', async () => {
    const worker = await make();
    await wearOut(worker);
    engine.answer = () => Promise.reject(busy(60_000));
    await halfOpen();
    await worker.run((await submit(db.dataSource)).id);
    expect(await health()).toEqual(PAUSED);
  });

  test('does not change how long a failing engine is left alone when the call began before', async () => {
    const breaker = (await make()).module.get(EngineBreaker);
    await open();
    const call = { probe: null, generationId: '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1' };
    await breaker.note('studio', call, busy(300_000));
    expect(await health()).toEqual({ faults: 0, openings: 1, seconds: 30, probe: null });
  });
});

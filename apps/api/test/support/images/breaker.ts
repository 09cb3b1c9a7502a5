import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { EngineError, type EngineErrorCode } from '../../../src/modules/images/engines/image-engine.port.js';
import { GenerateImages } from '../../../src/modules/images/worker/generate-images.js';
import { Sweeper } from '../../../src/modules/images/worker/recovery/sweeper.js';
import { row, rows } from '../../../src/platform/database/rows.js';
import {
  createWorker,
  endPauses,
  FakeEngine,
  goodImage,
  submit,
  useWorkers,
  type TestWorker,
  type WorkerOptions,
} from './painting.js';

const FAULTS_TO_OPEN = 3;

/** An engine's answer that is none. */
export const failing =
  (code: EngineErrorCode = 'ENGINE_UNAVAILABLE', retryable?: boolean) =>
  (): Promise<never> =>
    Promise.reject(new EngineError(code, 'trouble', { ...(retryable !== undefined && { retryable }) }));

export interface Health {
  faults: number;
  openings: number;
  /** In steps of ten, since a look takes a moment. Null: calls are let through; 0: now somebody may probe. */
  seconds: number | null;
  probe: string | null;
}

const healthOf = (dataSource: DataSource, id = 'studio'): Promise<Health | null> =>
  row<Health>(
    dataSource,
    `select faults, openings, probe_owner as probe,
            case when open_until is not null
              then greatest(0, ceil(extract(epoch from open_until - now()) / 10) * 10)::int end as seconds
       from engine_health where engine = $1`,
    [id],
  );

/** Leaves an engine alone from now on, as another process that saw it fail does. */
export const openEngine = (dataSource: DataSource, id = 'studio'): Promise<unknown> =>
  rows(
    dataSource,
    `insert into engine_health (engine, openings, open_until) values ($1, 1, now() + interval '30 s')
     on conflict (engine) do update set open_until = excluded.open_until, probe_owner = null, probe_until = null`,
    [id],
  );

/** Workers whose engine is left alone after three faults. What a test leaves waiting is given back. */
export function useBreaker(dataSource: DataSource) {
  const engine = new FakeEngine();
  let sweeping: TestWorker | undefined;
  beforeAll(async () => {
    sweeping = await createWorker(dataSource);
  });
  beforeEach(() => {
    engine.answer = goodImage;
    engine.calls.length = 0;
  });
  afterEach(async () => {
    await rows(dataSource, `update generations set deadline = now() - interval '1 s' where finished_at is null`);
    await sweeping?.module.get(Sweeper).sweep();
  });
  afterAll(() => sweeping?.module.close());
  const workers = useWorkers(dataSource);
  const make = (options: WorkerOptions = {}): Promise<TestWorker> =>
    workers.make({ engine, ...options, times: { faultsToOpen: FAULTS_TO_OPEN, ...options.times } });
  return {
    engine,
    make,
    health: (id?: string) => healthOf(dataSource, id),
    open: () => openEngine(dataSource),
    /** What a ring or a look makes a worker do; false: nothing to do. */
    next: (worker: TestWorker): Promise<boolean> => worker.module.get(GenerateImages).run(new AbortController().signal),
    /** Lets the time be over for which the engine is left alone. */
    halfOpen: () => endPauses(dataSource),
    /** Lets the engine fail until it is left alone; what that cost is out of the way. */
    wearOut: async (worker: TestWorker): Promise<void> => {
      engine.answer = failing();
      for (let i = 0; i < FAULTS_TO_OPEN; i += 1) {
        const { id } = await submit(dataSource);
        await worker.run(id);
        await rows(dataSource, `update generations set attempt = 3 where id = $1`, [id]);
      }
      expect((await healthOf(dataSource))?.seconds).toBe(30);
      engine.calls.length = 0;
      engine.answer = goodImage;
    },
  };
}

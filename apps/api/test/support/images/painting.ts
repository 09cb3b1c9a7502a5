import { DEFAULT_MODEL, priceUnits, type EngineId, type GenerationStatus, type SelectableModel } from '@app/contracts';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Test, type TestingModule } from '@nestjs/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ENGINES, type ImageEngines } from '../../../src/modules/images/engines/engine-registry.js';
import { ImagesWorkerModule } from '../../../src/modules/images/worker/worker.module.js';
import { FAIL_POINTS, type FailPoints, type FailStep } from '../../../src/modules/images/shared/fail-points.js';
import { GenerateImages } from '../../../src/modules/images/worker/generate-images.js';
import {
  DEFAULT_WORKER_TIMES,
  WORKER_TIMES,
  type WorkerTimes,
} from '../../../src/modules/images/worker/worker-times.js';
import { ConfigModule } from '../../../src/platform/config/config.module.js';
import { row, rows } from '../../../src/platform/database/rows.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../../src/platform/events/user-events.js';
import { LocalDiskStorage } from '../../../src/platform/storage/local-disk.storage.js';
import { STORAGE, type Storage } from '../../../src/platform/storage/storage.port.js';
import { claimGeneration } from './claim.js';
import { FILES_DIR, testConfig } from '../config.js';
import { createUser, creditLedger, giveUnits, submitImages } from '../credits/credits.js';
import { enginesOf, FakeEngine, STUDIO_PAINTS, type EngineByModel } from './fake-engine.js';
import { expectInvariants } from '../credits/invariants.js';

export { FakeEngine, goodImage, SIDE, STUDIO_PAINTS } from './fake-engine.js';

const forever = (): Promise<never> => new Promise(() => undefined);

/** Lets a worker die (nothing it does reaches the world any more) or act otherwise at a step. */
export class TestFailPoints implements FailPoints {
  isDead = false;
  readonly reached: FailStep[] = [];
  readonly actions: { [step in FailStep]?: () => Promise<void> } = {};

  dieAt(step: FailStep): this {
    this.actions[step] = () => {
      this.isDead = true;
      return forever();
    };
    return this;
  }

  async reach(step: FailStep): Promise<void> {
    if (this.isDead) await forever();
    this.reached.push(step);
    await this.actions[step]?.();
  }
}

export class RecordedEvents implements UserEvents {
  readonly events: (UserEvent & { userId: string })[] = [];
  publish = (userId: string, event: UserEvent): void => void this.events.push({ userId, ...event });
  subscribe = (): (() => void) => () => undefined;
  named = <Name extends UserEvent['name']>(name: Name): Extract<UserEvent, { name: Name }>[] =>
    this.events.filter(
      (event): event is Extract<UserEvent, { name: Name }> & { userId: string } => event.name === name,
    );
}

@Global()
@Module({})
class Surroundings {
  static of(dataSource: DataSource, events: UserEvents): DynamicModule {
    return {
      module: Surroundings,
      providers: [
        { provide: DataSource, useValue: dataSource },
        { provide: USER_EVENTS, useValue: events },
      ],
      exports: [DataSource, USER_EVENTS],
    };
  }
}

export interface WorkerOptions {
  engine?: FakeEngine;
  /** Real ones in place of `engine`. */
  engines?: ImageEngines;
  /** Further engines, for further models. */
  others?: EngineByModel;
  storage?: Storage;
  failPoints?: FailPoints;
  events?: RecordedEvents;
  times?: Partial<WorkerTimes>;
  env?: Record<string, string>;
}

/** Quick where production is patient. */
const QUICK: Partial<WorkerTimes> = {
  backoffMs: [1, 1],
  // What a test's engine does says nothing about the next test's.
  faultsToOpen: 1_000,
  leastGeneratingMs: 1,
  pollMs: 50,
  retryWriteMs: 5,
  stopWithinMs: 5_000,
};

export interface TestWorker {
  module: TestingModule;
  engine: FakeEngine;
  events: RecordedEvents;
  /** One attempt at this very generation, wherever it stands in line. */
  run(generationId: string, stop?: AbortSignal): Promise<void>;
  /** Attempts until nothing can be claimed any more, as the poller makes them. */
  runThrough(generationId: string): Promise<void>;
}

/** A worker on its own name space in Redis, which does nothing by itself until `module.init()`. */
export async function createWorker(dataSource: DataSource, options: WorkerOptions = {}): Promise<TestWorker> {
  const engine = options.engine ?? new FakeEngine();
  const events = options.events ?? new RecordedEvents();
  const failPoints = options.failPoints ?? new TestFailPoints();
  const config = testConfig({ INSTALLATION_ID: `w${randomBytes(6).toString('hex')}`, ...options.env });
  const building = Test.createTestingModule({
    imports: [
      ConfigModule.with(config),
      ScheduleModule.forRoot(),
      Surroundings.of(dataSource, events),
      ImagesWorkerModule,
    ],
  })
    .overrideProvider(ENGINES)
    .useValue(options.engines ?? enginesOf({ ...options.others, [DEFAULT_MODEL]: engine }))
    .overrideProvider(WORKER_TIMES)
    .useValue({ ...DEFAULT_WORKER_TIMES, ...QUICK, ...options.times })
    .overrideProvider(FAIL_POINTS)
    .useValue(failPoints);
  if (options.storage) building.overrideProvider(STORAGE).useValue(options.storage);
  const module = await building.compile();
  module.useLogger(false);
  const run = async (id: string, stop = new AbortController().signal): Promise<void> => {
    await failPoints.reach('dequeued');
    const paints = options.engines?.idByModel ?? STUDIO_PAINTS;
    const claimed = await claimGeneration(dataSource, id, paints, config.generation.leaseSeconds);
    if (!claimed) return;
    await failPoints.reach('claimed');
    await module.get(GenerateImages).attempt(claimed, stop);
  };
  const runThrough = async (id: string): Promise<void> => {
    for (let i = 0; i < 4; i += 1) {
      await run(id);
      await expireLease(dataSource, id);
      await endPauses(dataSource);
    }
  };
  return { module, engine, events, run, runThrough };
}

export interface TestWorkers {
  /** The storage that all of them share. */
  storage: Storage;
  make(options?: WorkerOptions): Promise<TestWorker>;
}

/** Workers that are closed after each test, which must leave the invariants whole. Read `storage` inside tests only. */
export function useWorkers(dataSource: DataSource): TestWorkers {
  const made: TestWorker[] = [];
  let folder: Awaited<ReturnType<typeof temporaryStorage>> | undefined;
  const storage = (): Storage => {
    if (!folder) throw new Error('There is no storage yet');
    return folder.storage;
  };
  beforeAll(async () => {
    folder = await temporaryStorage();
  });
  afterEach(async () => {
    await Promise.all(made.splice(0).map(({ module }) => module.close()));
    await expectInvariants(dataSource);
    await rows(dataSource, `delete from engine_health`);
  });
  afterAll(() => folder?.remove());
  return {
    get storage() {
      return storage();
    },
    make: async (options = {}) => {
      const worker = await createWorker(dataSource, { storage: storage(), ...options });
      made.push(worker);
      return worker;
    },
  };
}

/** A storage in a folder of its own. */
export async function temporaryStorage(): Promise<{ storage: LocalDiskStorage; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(FILES_DIR, 'painting-'));
  return { storage: new LocalDiskStorage(dir), remove: () => rm(dir, { recursive: true, force: true }) };
}

export async function keysOf(storage: Storage, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

export interface Submitted {
  id: string;
  userId: string;
  imageIds: string[];
}

export interface Submission {
  count?: number;
  deadlineSeconds?: number;
  priority?: number;
  model?: SelectableModel;
  /** Whose line it stands in. */
  engine?: EngineId;
  /** Whose it is; a new person's unless given. */
  userId?: string;
}

/** An accepted generation that waits, of somebody who has exactly the credits for it. */
export async function submit(dataSource: DataSource, submission: Submission = {}): Promise<Submitted> {
  const { count = 1, deadlineSeconds, priority, model = DEFAULT_MODEL, engine = 'studio' } = submission;
  const userId = submission.userId ?? (await createUser(dataSource));
  await giveUnits(dataSource, userId, priceUnits(model) * count);
  const imageIds = (await submitImages(creditLedger(dataSource), userId, { count, model })) ?? [];
  const id = imageIds[0] ?? '';
  await rows(dataSource, `update images set seed = 100 + idx where generation_id = $1`, [id]);
  await rows(dataSource, `update generations set engine = $2, priority = coalesce($3, priority) where id = $1`, [
    id,
    engine,
    priority,
  ]);
  if (deadlineSeconds !== undefined) await moveDeadline(dataSource, id, deadlineSeconds);
  return { id, userId, imageIds };
}

/** Moves the deadline to so many seconds from now (negative: it has passed). */
export const moveDeadline = (dataSource: DataSource, id: string, seconds: number): Promise<unknown> =>
  rows(dataSource, `update generations set deadline = now() + $2 * interval '1 s' where id = $1`, [id, seconds]);

/** Lets a worker's time with a generation be over. */
export const expireLease = (dataSource: DataSource, id: string): Promise<unknown> =>
  rows(dataSource, `update generations set lease_until = now() - interval '1 s' where id = $1`, [id]);

/** Lets the time be over for which engines are left alone. */
export const endPauses = (dataSource: DataSource): Promise<unknown> =>
  rows(dataSource, `update engine_health set open_until = now() - interval '1 s' where open_until is not null`);

export interface Shown {
  status: GenerationStatus;
  attempt: number;
  errorCode: string | null;
  /** `status error_code` of each image. */
  images: string[];
  /** Units. */
  available: number;
  reserved: number;
}

/** What there is to see of a generation. */
export async function show(dataSource: DataSource, id: string): Promise<Shown> {
  const shown = await row<Shown>(
    dataSource,
    `select g.status, g.attempt, g.error_code as "errorCode", a.available, a.reserved,
            (select array_agg(concat_ws(' ', i.status, i.error_code) order by i.idx)
               from images i where i.generation_id = g.id) as images
       from generations g join credit_accounts a using (user_id) where g.id = $1`,
    [id],
  );
  if (!shown) throw new Error(`no generation ${id}`);
  return shown;
}

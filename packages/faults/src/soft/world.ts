import { testConfig } from '@app/api/test-support/config';
import { createUser, giveUnits } from '@app/api/test-support/credits';
import {
  AppError,
  EngineError,
  oneProcess,
  type OneProcess,
  type Surroundings,
} from '@app/api/test-support/one-process';
import { FakeEngine, goodImage, temporaryStorage } from '@app/api/test-support/painting';
import { randomBytes } from 'node:crypto';
import type { Chance } from '../chance.js';
import { Coverage } from './coverage.js';
import type { Operation } from './fault.js';
import { Died, Life } from './life.js';
import { mortalDataSource } from './mortal-database.js';
import { mortalStorage } from './mortal-storage.js';
import { isLost, patiently } from './patiently.js';
import { planned } from './plan.js';
import { RedisLine } from './redis-line.js';

const LEASE_SECONDS = 1;
/** Longer than the lease, and longer than two of its renewals on a busy machine. */
const NAP_MS = 1_400;
/**
 * The engine's moods are no reason to leave it alone, pauses between attempts would only cost time, and a call that nobody
 * waits for any more must not keep the run from ending.
 */
const TIMES: Surroundings['times'] = {
  backoffMs: [10, 20],
  engineTimeoutMs: 5_000,
  faultsToOpen: 1_000_000,
  leastPaintingMs: 1,
  retryWriteMs: 20,
};
/** From acceptance; as short as faults let it be, so that some work is given up. */
export const DEADLINE_SECONDS = 40;

/** Of files that the storage is given, those that it does not take. */
const FULL = 0.02;

/** What was heard of a request: its answer, the code of a refusal, or nothing. */
export type Heard<T> = { answer: T } | { refused: string } | null;

interface Parts extends Pick<Surroundings, 'dataSource' | 'config' | 'storage'> {
  redis: RedisLine;
  /** Generations that a worker should look for. */
  rung: string[];
  /** Deletes what was stored. */
  remove: () => Promise<void>;
}

/** One machine that many processes share: database, Redis, and a storage and an engine that now and then fail. */
export class World {
  readonly coverage = new Coverage();
  readonly engine = new FakeEngine();
  /** Errors that no fault explains. */
  readonly surprises: string[] = [];
  /** Of operations that shall meet a fault. */
  share = 0;
  /** Whether the storage takes nothing at this moment. */
  readonly isFull: () => boolean;

  private constructor(
    readonly parts: Parts,
    chance: Chance,
  ) {
    this.engine.answer = moody(this, chance.fork());
    this.isFull = () => this.share > 0 && chance.isLucky(FULL);
  }

  /** Small pixels stand for the pictures: what is tested is what becomes of them, not what they show. */
  static async make(dataSource: Surroundings['dataSource'], chance: Chance): Promise<World> {
    await dataSource.query(
      `create function small() returns trigger language plpgsql as $$ begin new.width = 64; new.height = 64; return new; end $$`,
    );
    await dataSource.query(`create trigger small before insert on images for each row execute function small()`);
    const config = testConfig({
      INSTALLATION_ID: `s${randomBytes(6).toString('hex')}`,
      GENERATION_LEASE_SECONDS: String(LEASE_SECONDS),
      IN_FLIGHT_FREE: '1000',
    });
    const { storage, remove } = await temporaryStorage();
    const rung: string[] = [];
    const redis = await RedisLine.open(config, (id) => void rung.push(id));
    return new World({ dataSource, config, storage, redis, rung, remove }, chance.fork());
  }

  /** A process that dies now and then and is born again. `deadlineSeconds`: of what it accepts. */
  host(chance: Chance, deadlineSeconds = DEADLINE_SECONDS): Host {
    return new Host(this, chance, deadlineSeconds);
  }

  async newcomer(units: number): Promise<string> {
    const userId = await patiently(() => createUser(this.parts.dataSource));
    if (units > 0) await giveUnits(this.parts.dataSource, userId, units);
    return userId;
  }

  /** Units of the free month that comes with the first request. */
  get freeMonthUnits(): number {
    const { freeAllowance, freeMonthlyUnits } = this.parts.config.quota;
    return freeAllowance === 'monthly' || freeAllowance === 'both' ? freeMonthlyUnits : 0;
  }

  /** Rows, for the run itself. */
  readonly ask = <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
    patiently(() => this.parts.dataSource.query<T[]>(sql, params));

  async end(): Promise<void> {
    await this.parts.redis.end();
    await this.parts.remove();
  }
}

function moody(world: World, chance: Chance): FakeEngine['answer'] {
  return (request) => {
    const luck = chance.next();
    if (world.share === 0 || luck >= 0.1) return goodImage(request);
    if (luck < 0.02) return Promise.reject(new EngineError('ENGINE_FAILED', 'failed'));
    if (luck < 0.04) return Promise.reject(new EngineError('ENGINE_BUSY', 'busy'));
    if (luck < 0.07) return Promise.reject(new EngineError('CONTENT_REJECTED', 'no'));
    return goodImage(request).then((image) => ({ ...image, bytes: image.bytes.subarray(0, 40) }));
  };
}

/** Runs operations in a process, one after the other, and starts another process when it dies. */
export class Host {
  private life: Life;
  private use: OneProcess;

  constructor(
    private readonly world: World,
    private readonly chance: Chance,
    private readonly deadlineSeconds: number,
  ) {
    [this.life, this.use] = this.born();
  }

  /** Does the work with the use cases of the process. Null: it died, or a connection broke; nobody knows what was done. */
  async run<T>(operation: Operation, work: (use: OneProcess) => Promise<T>): Promise<Heard<T>> {
    if (this.life.isDead) [this.life, this.use] = this.born();
    const plan = planned(this.chance, operation, this.world.share, this.world.coverage);
    try {
      return { answer: await this.life.run(operation, plan, () => work(this.use)) };
    } catch (error) {
      if (error instanceof Died || isLost(error)) return null;
      if (error instanceof AppError) return { refused: error.code };
      this.world.surprises.push(
        `${operation}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return null;
    }
  }

  private born(): [Life, OneProcess] {
    const { coverage, engine, isFull } = this.world;
    const { dataSource, config, storage, redis } = this.world.parts;
    const life = new Life(coverage, NAP_MS);
    const use = oneProcess({
      dataSource: mortalDataSource(dataSource, life),
      config: { ...config, generation: { ...config.generation, deadlineSeconds: this.deadlineSeconds } },
      storage: mortalStorage(storage, life, isFull),
      engine: mortalEngine(engine, life),
      failPoints: { reach: (step) => life.reach(`reached: ${step}`) },
      doorbell: redis.rings.doorbell,
      times: TIMES,
    });
    return [life, use];
  }
}

/** An engine is somebody else's computer: what it was asked for is painted, whether or not somebody waits for it. */
function mortalEngine(engine: FakeEngine, life: Life): FakeEngine {
  const mine = Object.create(engine) as FakeEngine;
  mine.generate = (request, options) =>
    life.send(
      'engine: generate',
      () => engine.generate(request, options),
      () => new EngineError('ENGINE_FAILED', 'the answer was lost'),
    );
  return mine;
}

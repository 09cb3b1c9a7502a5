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
import type { SeededRandom } from '../random.js';
import { Coverage } from './coverage.js';
import type { Operation, Outcome } from './fault.js';
import { ProcessDied, SimulatedProcess } from './simulated-process.js';
import { processDataSource } from './process-database.js';
import { processStorage } from './process-storage.js';
import { isLost, retryWhenLost } from './retry.js';
import { planFault } from './plan.js';
import { FaultyRedis } from './faulty-redis.js';
import { simulateIntervals } from './process-intervals.js';

/** Of generations and of sweeps, so that the work of a crashed process is soon free. */
const LEASE_SECONDS = 1;
/** Longer than the lease and two of its renewals. */
const PAUSE_MS = 1_400;
/** The circuit breaker stays closed and pauses are short, because only the number of steps counts here. */
const TIMES: Surroundings['times'] = {
  backoffMs: [10, 20],
  faultsToOpen: 1_000_000,
  leastGeneratingMs: 1,
  retryWriteMs: 20,
};
/** Short enough that some generations reach it. */
export const DEADLINE_SECONDS = 40;

const STORAGE_FAILURES = 0.02;
const ENGINE_TIMEOUT_MS = 5_000;

/** Images are 64 × 64, because their content does not matter here; leases of sweeps are as short as those of generations. */
const TRIGGERS = [
  `create function shrink_image() returns trigger language plpgsql as $$ begin new.width = 64; new.height = 64; return new; end $$`,
  `create trigger shrink_image before insert on images for each row execute function shrink_image()`,
  `create function shorten_lease() returns trigger language plpgsql as $$ begin
     new.until = least(new.until, now() + interval '${LEASE_SECONDS} s'); return new; end $$`,
  `create trigger shorten_lease before insert or update on leases for each row execute function shorten_lease()`,
];

interface Parts extends Pick<Surroundings, 'dataSource' | 'config' | 'storage'> {
  redis: FaultyRedis;
  announced: string[];
  end: () => Promise<void>;
}

/** What all simulated processes share: database, Redis, and a storage and an engine that fail now and then. */
export class Environment {
  readonly coverage = new Coverage();
  readonly engine = new FakeEngine();
  /** Errors that no injected fault explains. */
  readonly unexpectedErrors: string[] = [];
  /** Share of operations that meet a fault. */
  faultRate = 0;
  readonly isFull: () => boolean;

  private constructor(
    readonly parts: Parts,
    random: SeededRandom,
  ) {
    this.engine.answer = answerWithFaults(this, random.fork());
    this.engine.capabilities.timeoutMs = ENGINE_TIMEOUT_MS;
    this.isFull = () => this.faultRate > 0 && random.chance(STORAGE_FAILURES);
  }

  static async make(dataSource: Surroundings['dataSource'], random: SeededRandom): Promise<Environment> {
    for (const statement of TRIGGERS) await dataSource.query(statement);
    const config = testConfig({
      INSTALLATION_ID: `s${randomBytes(6).toString('hex')}`,
      GENERATION_LEASE_SECONDS: String(LEASE_SECONDS),
      IN_FLIGHT_FREE: '1000',
    });
    const { storage, remove } = await temporaryStorage();
    const announced: string[] = [];
    const redis = await FaultyRedis.open(config, (id) => void announced.push(id));
    const restoreIntervals = simulateIntervals(LEASE_SECONDS * 333);
    const end = async (): Promise<void> => {
      restoreIntervals();
      await redis.end();
      await remove();
    };
    return new Environment({ dataSource, config, storage, redis, announced, end }, random.fork());
  }

  slot(random: SeededRandom, deadlineSeconds = DEADLINE_SECONDS): ProcessSlot {
    return new ProcessSlot(this, random, deadlineSeconds);
  }

  async newUser(units: number): Promise<string> {
    const userId = await retryWhenLost(() => createUser(this.parts.dataSource));
    if (units > 0) await giveUnits(this.parts.dataSource, userId, units);
    return userId;
  }

  get freeMonthUnits(): number {
    const { freeAllowance, freeMonthlyUnits } = this.parts.config.quota;
    return freeAllowance === 'monthly' || freeAllowance === 'both' ? freeMonthlyUnits : 0;
  }

  readonly query = <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
    retryWhenLost(() => this.parts.dataSource.query<T[]>(sql, params));

  end(): Promise<void> {
    return this.parts.end();
  }
}

function answerWithFaults(environment: Environment, random: SeededRandom): FakeEngine['answer'] {
  return (request) => {
    const draw = random.next();
    if (environment.faultRate === 0 || draw >= 0.1) return goodImage(request);
    if (draw < 0.02) return Promise.reject(new EngineError('ENGINE_FAILED', 'failed'));
    if (draw < 0.04) return Promise.reject(new EngineError('ENGINE_BUSY', 'busy'));
    if (draw < 0.07) return Promise.reject(new EngineError('CONTENT_REJECTED', 'no'));
    return goodImage(request).then((image) => ({ ...image, bytes: image.bytes.subarray(0, 40) }));
  };
}

/** Runs operations one after the other in a simulated process, and starts a new process after a crash. */
export class ProcessSlot {
  private process: SimulatedProcess;
  private use: OneProcess;

  constructor(
    private readonly environment: Environment,
    private readonly random: SeededRandom,
    private readonly deadlineSeconds: number,
  ) {
    [this.process, this.use] = this.startProcess();
  }

  /** Returns null after a crash or a broken connection, when the effect is unknown. */
  async run<T>(operation: Exclude<Operation, 'pay'>, operate: (use: OneProcess) => Promise<T>): Promise<Outcome<T>> {
    if (this.process.isDead) [this.process, this.use] = this.startProcess();
    const plan = planFault(this.random, operation, this.environment.faultRate, this.environment.coverage);
    try {
      return { answer: await this.process.run(operation, plan, () => operate(this.use)) };
    } catch (error) {
      if (error instanceof ProcessDied || isLost(error)) return null;
      if (error instanceof AppError) return { refused: error.code };
      this.environment.unexpectedErrors.push(
        `${operation}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return null;
    }
  }

  private startProcess(): [SimulatedProcess, OneProcess] {
    const { coverage, engine, isFull } = this.environment;
    const { dataSource, config, storage, redis } = this.environment.parts;
    const process = new SimulatedProcess(coverage, PAUSE_MS);
    const use = oneProcess({
      dataSource: processDataSource(dataSource, process),
      config: { ...config, generation: { ...config.generation, deadlineSeconds: this.deadlineSeconds } },
      storage: processStorage(storage, process, isFull),
      engine: processEngine(engine, process),
      failPoints: { reach: (step) => process.reach(`reached: ${step}`) },
      generationQueue: redis.queue.generationQueue,
      times: TIMES,
    });
    return [process, use];
  }
}

/** The engine finishes a request even when the process that sent it has crashed. */
function processEngine(engine: FakeEngine, process: SimulatedProcess): FakeEngine {
  const wrapped = Object.create(engine) as FakeEngine;
  wrapped.generate = (request, options) =>
    process.send(
      'engine: generate',
      () => engine.generate(request, options),
      () => new EngineError('ENGINE_FAILED', 'the answer was lost'),
    );
  return wrapped;
}

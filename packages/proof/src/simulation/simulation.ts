import { brokenInvariants } from '@app/api/test-support/invariants';
import { DEFAULT_MODEL } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../random.js';
import type { Coverage } from './coverage.js';
import { ExpectedState } from './expected-state.js';
import { retryWhenLost } from './retry.js';
import { verifySettled } from './verify-settled.js';
import { Tab } from './tab.js';
import { REDIS_FAULTS, type RedisFault } from './faulty-redis.js';
import { Environment } from './environment.js';

export interface SimulationOptions {
  seed: number;
  crashes: number;
  timeoutMs: number;
  /** Continues until every possible fault was injected at every step. */
  isComplete?: boolean;
  /** Continues until every operation and every Redis fault had its turn, however fast the machine is. */
  isVaried?: boolean;
  /** Corrupts the database before the final verification. */
  corrupt?: (environment: Environment) => Promise<unknown>;
}

export interface SimulationReport {
  coverage: Coverage;
  crashes: number;
  faults: number;
  checks: number;
  redis: Record<RedisFault, number>;
  accepted: number;
  delivered: number;
  seconds: number;
  findings: string[];
}

const USERS = 6;
const TABS_EACH = 2;
const WORKERS = 12;
const SWEEPERS = 2;
const MANY_UNITS = 1_000_000;
/** Enough for some generations; later ones are refused. */
const FEW_UNITS = 600;
const FAULT_RATE = 0.55;
const IDLE_MS = 200;
const MINIMUM_CHECKS = 2;
const CHECK_EVERY_MS = 1_000;
const REDIS_FAULTS_EVERY_MS = 12_000;
const WALK_EVERY = 25;
const WALK = { graceMs: 120_000, everyMs: 0 };
/** Open generations above which tabs start no new ones. */
const BUSY = 50;

/** Runs tabs, workers and sweepers in processes with injected faults until enough of them have crashed. */
export async function runSimulation(
  dataSource: Environment['parts']['dataSource'],
  options: SimulationOptions,
): Promise<SimulationReport> {
  const random = new SeededRandom(options.seed);
  const environment = await Environment.make(dataSource, random);
  try {
    return await new Simulation(environment, random, options).run();
  } finally {
    await environment.end();
  }
}

class Simulation {
  private readonly expected = new ExpectedState();
  private readonly findings = new Set<string>();
  private areTabsStopped = false;
  private isOver = false;
  private open = 0;
  private checks = 0;

  constructor(
    private readonly environment: Environment,
    private readonly random: SeededRandom,
    private readonly options: SimulationOptions,
  ) {}

  async run(): Promise<SimulationReport> {
    const start = performance.now();
    const tabs = await this.openTabs();
    this.environment.faultRate = FAULT_RATE;
    const others = [
      ...Array.from({ length: WORKERS }, () => this.runWorker()),
      ...Array.from({ length: SWEEPERS }, () => this.runSweeper()),
      this.checkInvariants(),
      this.injectRedisFaults(),
    ];
    try {
      await this.runTabs(tabs);
    } finally {
      this.isOver = true;
      for (const end of await Promise.allSettled(others)) {
        if (end.status === 'rejected') this.find([`a worker, sweeper or check ended early: ${String(end.reason)}`]);
      }
    }
    return this.report(start);
  }

  private async runTabs(tabs: Tab[]): Promise<void> {
    const { environment, expected } = this;
    await Promise.all(tabs.map((tab) => this.runTab(tab)));
    // No faults from here on: every request without an answer is repeated.
    environment.faultRate = 0;
    for (const tab of tabs) this.find(await tab.settle());
    await this.options.corrupt?.(environment);
    this.find(await verifySettled(environment, expected, () => (this.isOver = true)));
  }

  private async report(start: number): Promise<SimulationReport> {
    const { coverage, unexpectedErrors } = this.environment;
    const [delivered] = await this.environment.query<{ count: number }>(
      `select count(*)::int as count from images where status = 'completed'`,
    );
    return {
      coverage,
      crashes: this.crashes,
      faults: coverage.total('crash', 'crash in flight', 'answer lost', 'pause'),
      checks: this.checks,
      redis: this.environment.parts.redis.counts,
      accepted: this.expected.requests.filter(({ outcome }) => outcome === 'accepted').length,
      delivered: delivered?.count ?? 0,
      seconds: Math.round((performance.now() - start) / 1_000),
      findings: [...this.findings, ...unexpectedErrors],
    };
  }

  private get isEnough(): boolean {
    const { crashes, isComplete = false, isVaried = false } = this.options;
    const { coverage, parts } = this.environment;
    const variety = [this.checks - MINIMUM_CHECKS, ...Object.values(parts.redis.counts)];
    return (
      this.crashes >= crashes &&
      (!isComplete || coverage.missing().length === 0) &&
      (!isVaried || (Math.min(...variety) > 0 && coverage.operationsWithoutFaults().length === 0))
    );
  }

  private get crashes(): number {
    return this.environment.coverage.total('crash', 'crash in flight');
  }

  private async openTabs(): Promise<Tab[]> {
    const tabs: Tab[] = [];
    for (let user = 0; user < USERS; user += 1) {
      const units = user % 3 === 2 ? FEW_UNITS : MANY_UNITS;
      const userId = await this.environment.newUser(units);
      this.expected.open(userId, units);
      for (let tab = 0; tab < TABS_EACH; tab += 1) {
        tabs.push(new Tab(this.environment, this.expected, userId, this.random.fork()));
      }
    }
    return tabs;
  }

  private async runTab(tab: Tab): Promise<void> {
    const end = performance.now() + this.options.timeoutMs;
    try {
      while (!this.isEnough && performance.now() < end && !this.areTabsStopped) {
        await tab.act(this.open > BUSY);
      }
    } catch (error) {
      this.find([String(error)]);
      this.areTabsStopped = true;
    }
  }

  private async runWorker(): Promise<void> {
    const slot = this.environment.slot(this.random.fork());

    while (!this.isOver) {
      const isAnnounced = this.environment.parts.announced.shift() !== undefined;
      // Crashes of idle processes would count and show nothing.
      const isIdle = !isAnnounced && this.open === 0;
      const outcome = isIdle ? null : await slot.run('paint', ({ worker }) => worker.run(new AbortController().signal));
      if (isIdle || (outcome && 'answer' in outcome && !outcome.answer)) await sleep(IDLE_MS);
    }
  }

  private async runSweeper(): Promise<void> {
    const slot = this.environment.slot(this.random.fork());
    for (let round = 1; !this.isOver; round += 1) {
      await slot.run('sweep', ({ sweeper }) => sweeper.sweep());
      await slot.run('sweep', ({ purging }) => purging.run());
      await slot.run('sweep', ({ grantSweeper }) => grantSweeper.sweep());
      if (round % WALK_EVERY === 0) await slot.run('sweep', ({ collector }) => collector.collect(WALK));
      await sleep(200);
    }
  }

  private async injectRedisFaults(): Promise<void> {
    while (!this.isOver && this.environment.faultRate > 0) {
      for (const fault of REDIS_FAULTS) await this.environment.parts.redis.inject(fault);
      await sleep(REDIS_FAULTS_EVERY_MS);
    }
  }

  private async checkInvariants(): Promise<void> {
    const { dataSource } = this.environment.parts;
    while (!this.isOver) {
      for (const [name, rows] of Object.entries(await retryWhenLost(() => brokenInvariants(dataSource)))) {
        this.find([`during the run, ${name}: ${JSON.stringify(rows)}`]);
        this.areTabsStopped = true;
      }
      this.checks += 1;
      const [row] = await this.environment.query<{ open: number }>(
        `select count(*)::int as open from generations where finished_at is null and model = $1`,
        [DEFAULT_MODEL],
      );
      this.open = row?.open ?? 0;
      await sleep(CHECK_EVERY_MS);
    }
  }

  private find(findings: string[]): void {
    for (const finding of findings) this.findings.add(finding);
  }
}

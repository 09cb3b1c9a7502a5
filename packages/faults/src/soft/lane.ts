import { brokenInvariants } from '@app/api/test-support/invariants';
import { DEFAULT_MODEL } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../chance.js';
import type { Coverage } from './coverage.js';
import { Model } from './model.js';
import { patiently } from './patiently.js';
import { settle } from './settle.js';
import { Tab } from './tab.js';
import { REDIS_TROUBLES, type RedisTrouble } from './redis-line.js';
import { World } from './world.js';

export interface LaneOptions {
  seed: number;
  /** Deaths of processes to be seen; the other faults come on top. */
  crashes: number;
  /** Milliseconds after which no more are waited for. */
  atMostMs: number;
  /** Whether it goes on until each fault has fallen on each step that it can meet. */
  isWhole?: boolean;
  /** What somebody does to the database behind everybody's back, before it is looked at for the last time. */
  meddle?: (world: World) => Promise<unknown>;
}

export interface LaneReport {
  coverage: Coverage;
  crashes: number;
  faults: number;
  /** Looks at all invariants while it ran. */
  looks: number;
  /** How often Redis was emptied, silent and away. */
  redis: Record<RedisTrouble, number>;
  accepted: number;
  delivered: number;
  seconds: number;
  /** What is wrong. */
  findings: string[];
}

const PEOPLE = 6;
const TABS_EACH = 2;
const WORKERS = 12;
const SWEEPERS = 2;
const RICH = 1_000_000;
/** Enough for some pictures: the rest is refused. */
const POOR = 600;
const FAULTY = 0.55;
/** Of a worker that found nothing to do and hears no ring. */
const IDLE_MS = 200;
const LOOK_EVERY_MS = 1_000;
const REDIS_TROUBLES_EVERY_MS = 12_000;
/** Of a sweeper's rounds, one with a walk through all files. */
const WALK_EVERY = 25;
/** Older than anything that is under way; and one walk after the other. */
const WALK = { graceMs: 120_000, everyMs: 0 };
/** Open generations that can be painted above which people ask for nothing new. */
const BUSY = 50;

/** Runs people, workers and sweepers in processes that die, sleep and lose answers, until enough have died. */
export async function runLane(dataSource: World['parts']['dataSource'], options: LaneOptions): Promise<LaneReport> {
  const chance = new Chance(options.seed);
  const world = await World.make(dataSource, chance);
  try {
    return await new Lane(world, chance, options).run();
  } finally {
    await world.end();
  }
}

class Lane {
  private readonly model = new Model();
  private readonly findings = new Set<string>();
  private isPeopleDone = false;
  private isOver = false;
  private open = 0;
  private looks = 0;

  constructor(
    private readonly world: World,
    private readonly chance: Chance,
    private readonly options: LaneOptions,
  ) {}

  async run(): Promise<LaneReport> {
    const start = performance.now();
    const tabs = await this.makePeople();
    this.world.share = FAULTY;
    const others = [
      ...Array.from({ length: WORKERS }, () => this.work()),
      ...Array.from({ length: SWEEPERS }, () => this.sweep()),
      this.look(),
      this.troubleRedis(),
    ];
    try {
      await this.people(tabs);
    } finally {
      this.isOver = true;
      for (const end of await Promise.allSettled(others)) {
        // A lane whose workers or looks have ended early is not the one that was asked for.
        if (end.status === 'rejected') this.find([`ended before its time: ${String(end.reason)}`]);
      }
    }
    return this.report(start);
  }

  private async people(tabs: Tab[]): Promise<void> {
    const { world, model } = this;
    await Promise.all(tabs.map((tab) => this.live(tab)));
    // From here on everything goes well, and what nobody heard of is asked for once more.
    world.share = 0;
    for (const tab of tabs) this.find(await tab.settle());
    await this.options.meddle?.(world);
    this.find(await settle(world, model, () => (this.isOver = true)));
  }

  private async report(start: number): Promise<LaneReport> {
    const { coverage, surprises } = this.world;
    const [delivered] = await this.world.ask<{ count: number }>(
      `select count(*)::int as count from images where status = 'completed'`,
    );
    return {
      coverage,
      crashes: this.crashes,
      faults: coverage.total('crash', 'crash in flight', 'answer lost', 'pause'),
      looks: this.looks,
      redis: this.world.parts.redis.counts,
      accepted: this.model.requests.filter(({ outcome }) => outcome === 'accepted').length,
      delivered: delivered?.count ?? 0,
      seconds: Math.round((performance.now() - start) / 1_000),
      findings: [...this.findings, ...surprises],
    };
  }

  private get isEnough(): boolean {
    const { crashes, isWhole = false } = this.options;
    return this.crashes >= crashes && (!isWhole || this.world.coverage.holes().length === 0);
  }

  private get crashes(): number {
    return this.world.coverage.total('crash', 'crash in flight');
  }

  private async makePeople(): Promise<Tab[]> {
    const tabs: Tab[] = [];
    for (let person = 0; person < PEOPLE; person += 1) {
      const units = person % 3 === 2 ? POOR : RICH;
      const userId = await this.world.newcomer(units);
      this.model.open(userId, units);
      for (let tab = 0; tab < TABS_EACH; tab += 1) {
        tabs.push(new Tab(this.world, this.model, userId, this.chance.fork()));
      }
    }
    return tabs;
  }

  private async live(tab: Tab): Promise<void> {
    const end = performance.now() + this.options.atMostMs;
    try {
      while (!this.isEnough && performance.now() < end && !this.isPeopleDone) {
        await tab.act(this.open > BUSY);
      }
    } catch (error) {
      this.find([String(error)]);
      this.isPeopleDone = true;
    }
  }

  private async work(): Promise<void> {
    const host = this.world.host(this.chance.fork());

    while (!this.isOver) {
      const rung = this.world.parts.rung.shift() ?? null;
      // Deaths of processes that have nothing to do would count and show nothing.
      const isIdle = rung === null && this.open === 0;
      const heard = isIdle
        ? null
        : await host.run('paint', ({ worker }) => worker.run(rung, new AbortController().signal));
      if (isIdle || (heard && 'answer' in heard && !heard.answer)) await sleep(IDLE_MS);
    }
  }

  private async sweep(): Promise<void> {
    const host = this.world.host(this.chance.fork());
    for (let round = 1; !this.isOver; round += 1) {
      await host.run('sweep', ({ sweeper }) => sweeper.sweep());
      await host.run('sweep', ({ grantSweeper }) => grantSweeper.sweep());
      if (round % WALK_EVERY === 0) await host.run('sweep', ({ collector }) => collector.collect(WALK));
      await sleep(200);
    }
  }

  private async troubleRedis(): Promise<void> {
    while (!this.isOver && this.world.share > 0) {
      for (const trouble of REDIS_TROUBLES) await this.world.parts.redis.suffer(trouble);
      await sleep(REDIS_TROUBLES_EVERY_MS);
    }
  }

  /** Sees what must hold at every commit, whatever dies at this moment. */
  private async look(): Promise<void> {
    const { dataSource } = this.world.parts;
    while (!this.isOver) {
      for (const [name, rows] of Object.entries(await patiently(() => brokenInvariants(dataSource)))) {
        this.find([`while it ran, ${name}: ${JSON.stringify(rows)}`]);
        this.isPeopleDone = true;
      }
      this.looks += 1;
      const [row] = await this.world.ask<{ open: number }>(
        `select count(*)::int as open from generations where finished_at is null and model = $1`,
        [DEFAULT_MODEL],
      );
      this.open = row?.open ?? 0;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private find(findings: string[]): void {
    for (const finding of findings) this.findings.add(finding);
  }
}

import type { EngineId } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { ENGINES, type ImageEngines } from '../engines/engine-registry.js';
import { endProbe, keepProbe } from '../engines/engine-health-rows.js';
import type { Attempt } from './attempt.js';
import { FAIL_POINTS, type FailPoints } from '../shared/fail-points.js';
import { Lease } from './lease.js';
import { slotsPerEngine } from './slots-per-engine.js';
import { claimFirst, claimGeneration, endLease, renewLease, undoClaim, type ClaimedGeneration } from './claim-rows.js';

const RENEWALS_PER_LEASE = 3;
/** Conflicts are rare: two workers that start a trial of the same engine at once. */
const MOST_TRIES = 3;

@Injectable()
export class ClaimGeneration {
  /** Each with its images that have not left the engine. */
  private readonly inHand = new Map<ClaimedGeneration, number>();
  private onRoom: () => void = () => undefined;
  /** Counting the claims and adding one must not overlap. */
  private readonly claiming = new Mutex();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ENGINES) private readonly engines: ImageEngines,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {}

  /** The first in the queue, else `enqueuedId`. Null: nothing to do. */
  async next(enqueuedId: string | null): Promise<ClaimedGeneration | null> {
    await this.failPoints.reach('dequeued');
    const claimed = await this.claiming.runExclusive(() => this.firstOr(enqueuedId));
    if (claimed) await this.failPoints.reach('claimed');
    return claimed;
  }

  startLease({ id, attempt, msLeft, engine, probe }: ClaimedGeneration, stop: AbortSignal): Lease {
    return new Lease({
      msLeft,
      renewEveryMs: (this.leaseSeconds * 1_000) / RENEWALS_PER_LEASE,
      renew: async () => {
        await this.failPoints.reach('renewing');
        if (probe !== null) await keepProbe(this.dataSource.manager, engine, probe, this.leaseSeconds);
        return renewLease(this.dataSource, id, attempt, this.leaseSeconds);
      },
      stop,
    });
  }

  /** An attempt that called no engine does not count. */
  async releaseLease({ generation, calls }: Attempt, ms: number): Promise<void> {
    await this.failPoints.reach('parking');
    await (calls === 0 ? undoClaim : endLease)(this.dataSource, generation.id, generation.attempt, ms);
  }

  /** An engine may begin an image before the one that left it is stored. */
  leftEngine(generation: ClaimedGeneration): void {
    const images = this.inHand.get(generation);
    if (images === undefined) return;
    this.inHand.set(generation, images - 1);
    this.onRoom();
  }

  /** `listener` is called when an engine may have room again. */
  whenRoom(listener: () => void): void {
    this.onRoom = listener;
  }

  hasRoom(): boolean {
    return Object.keys(this.withRoom()).length > 0;
  }

  /** A trial without a result lets another one begin. */
  async close(generation: ClaimedGeneration): Promise<void> {
    this.inHand.delete(generation);
    const { engine, probe } = generation;
    // Otherwise the trial ends by its own time limit.
    if (probe !== null) await endProbe(this.dataSource.manager, engine, probe).catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.failPoints.reach('finished');
  }

  private async firstOr(enqueuedId: string | null): Promise<ClaimedGeneration | null> {
    const engineByModel = this.withRoom();
    if (Object.keys(engineByModel).length === 0) return null;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const claimed = await claimFirst(this.dataSource, engineByModel, this.leaseSeconds);
      if (claimed === 'lost') continue;
      if (claimed) return this.took(claimed);
      break;
    }
    if (enqueuedId === null) return null;
    const claimed = await claimGeneration(this.dataSource, enqueuedId, engineByModel, this.leaseSeconds);
    return claimed && this.took(claimed);
  }

  /**
   * Excludes an engine that hangs, so that it does not take the slots of others, and one that could not begin an image at
   * once: what only waits stays pending, open to other workers, to cancellation and to the order of the queue.
   */
  private withRoom(): Record<string, EngineId> {
    const { idByModel } = this.engines;
    const most = slotsPerEngine(this.config.generation.workerConcurrency, idByModel);
    const hasRoom = ([model, engine]: [string, EngineId]): boolean => {
      const mine = [...this.inHand].filter(([claimed]) => claimed.engine === engine);
      const images = mine.reduce((sum, [, count]) => sum + count, 0);
      return mine.length < most && images < this.engines.for(model).capabilities.parallel;
    };
    return Object.fromEntries(Object.entries(idByModel).filter(hasRoom));
  }

  private took(claimed: ClaimedGeneration): ClaimedGeneration {
    this.inHand.set(claimed, claimed.images.length);
    return claimed;
  }

  private get leaseSeconds(): number {
    return this.config.generation.leaseSeconds;
  }
}

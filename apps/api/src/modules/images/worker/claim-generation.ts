import type { EngineId } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
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
  private readonly inHand = new Map<EngineId, number>();
  private claiming: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ENGINES) private readonly engines: ImageEngines,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {}

  /** The first in the queue, else `enqueuedId`. Null: nothing to do. */
  async next(enqueuedId: string | null): Promise<ClaimedGeneration | null> {
    await this.failPoints.reach('dequeued');
    const claimed = await this.oneByOne(() => this.firstOr(enqueuedId));
    if (claimed) await this.failPoints.reach('claimed');
    return claimed;
  }

  keep({ id, attempt, msLeft, engine, probe }: ClaimedGeneration, stop: AbortSignal): Lease {
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

  /** A trial without a result lets another one begin. */
  async release({ engine, probe }: ClaimedGeneration): Promise<void> {
    this.inHand.set(engine, (this.inHand.get(engine) ?? 1) - 1);
    // Otherwise the trial ends by its own time limit.
    if (probe !== null) await endProbe(this.dataSource.manager, engine, probe).catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.failPoints.reach('finished');
  }

  /** Counting the claims and adding one must not overlap. */
  private async oneByOne<T>(claim: () => Promise<T>): Promise<T> {
    const mine = this.claiming.then(claim);
    this.claiming = mine.catch(() => undefined);
    return mine;
  }

  private async firstOr(enqueuedId: string | null): Promise<ClaimedGeneration | null> {
    const engineByModel = this.withRoom();
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

  /** Excludes an engine that hangs, so that it does not take the slots of others. */
  private withRoom(): Record<string, EngineId> {
    const byModel = Object.entries(this.engines.idByModel);
    const most = slotsPerEngine(this.config.generation.workerConcurrency, this.engines.idByModel);
    return Object.fromEntries(byModel.filter(([, engine]) => (this.inHand.get(engine) ?? 0) < most));
  }

  private took(claimed: ClaimedGeneration): ClaimedGeneration {
    this.inHand.set(claimed.engine, (this.inHand.get(claimed.engine) ?? 0) + 1);
    return claimed;
  }

  private get leaseSeconds(): number {
    return this.config.generation.leaseSeconds;
  }
}

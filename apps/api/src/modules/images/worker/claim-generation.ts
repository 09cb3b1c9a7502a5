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
import { claimFirst, claimGeneration, endLease, renewLease, undoClaim, type ClaimedGeneration } from './claim-rows.js';

const RENEWALS_PER_LEASE = 3;
/** Losing is rare: two workers that want to probe the same engine at the same moment. */
const MOST_TRIES = 3;

/** Takes generations, keeps them while they are worked on, and gives them back. */
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

  /** The first in line, else the one that was enqueued. Null: there is nothing to do. */
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

  /** Lets any worker begin the next attempt after `ms`. One that called no engine does not count. */
  async releaseLease({ generation, calls }: Attempt, ms: number): Promise<void> {
    await this.failPoints.reach('parking');
    await (calls === 0 ? undoClaim : endLease)(this.dataSource, generation.id, generation.attempt, ms);
  }

  /** It is out of our hands. A probe that found nothing out lets another one begin. */
  async release({ engine, probe }: ClaimedGeneration): Promise<void> {
    this.inHand.set(engine, (this.inHand.get(engine) ?? 1) - 1);
    // Without this it ends by itself after its time.
    if (probe !== null) await endProbe(this.dataSource.manager, engine, probe).catch(() => undefined);
  }

  /** Nothing is left to do in Postgres; Bull does not know it yet. */
  async finish(): Promise<void> {
    await this.failPoints.reach('finished');
  }

  /** Counting what is in hand and adding to it must not overlap. */
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

  /** Engines that may be given more to do: one that hangs must not take the slots that the others need. */
  private withRoom(): Record<string, EngineId> {
    const byModel = Object.entries(this.engines.idByModel);
    const others = new Set(byModel.map(([, engine]) => engine)).size - 1;
    const most = Math.max(1, this.config.generation.workerConcurrency - others);
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

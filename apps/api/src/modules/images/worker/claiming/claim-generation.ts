import { Inject, Injectable } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { endProbe, keepProbe } from '../../engines/engine-health-rows.js';
import type { Attempt } from '../attempt.js';
import { FAIL_POINTS, type FailPoints } from '../../shared/fail-points.js';
import { claimFirst, type ClaimedGeneration } from './claim-rows.js';
import { EngineCapacity } from './engine-capacity.js';
import { Lease } from './lease.js';
import { endLease, renewLease, undoClaim } from './lease-rows.js';

const RENEWALS_PER_LEASE = 3;
/** Conflicts are rare: two workers that start a trial of the same engine at once. */
const MOST_TRIES = 3;

@Injectable()
export class ClaimGeneration {
  /** Reading the room and taking it must not overlap. */
  private readonly claiming = new Mutex();
  private readonly leaseSeconds: number;

  constructor(
    private readonly dataSource: DataSource,
    private readonly capacity: EngineCapacity,
    @Inject(CONFIG) config: Config,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {
    this.leaseSeconds = config.generation.leaseSeconds;
  }

  /** The first in the queue that an engine has room for. Null: nothing to do. */
  async next(): Promise<ClaimedGeneration | null> {
    await this.failPoints.reach('dequeued');
    const claimed = await this.claiming.runExclusive(() => this.claimFirstWithRoom());
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

  /** A trial without a result lets another one begin. */
  async close(generation: ClaimedGeneration): Promise<void> {
    this.capacity.remove(generation);
    const { engine, probe } = generation;
    // Otherwise the trial ends by its own time limit.
    if (probe !== null) await endProbe(this.dataSource.manager, engine, probe).catch(() => undefined);
  }

  async reachFinished(): Promise<void> {
    await this.failPoints.reach('finished');
  }

  private async claimFirstWithRoom(): Promise<ClaimedGeneration | null> {
    if (!this.capacity.hasRoom()) return null;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const claimed = await claimFirst(this.dataSource, this.capacity.enginesWithRoom(), this.leaseSeconds);
      if (claimed === 'lost') continue;
      if (claimed) this.capacity.add(claimed);
      return claimed;
    }
    return null;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { ENGINES, type Engines } from '../engines/engines.js';
import { FAIL_POINTS, type FailPoints } from './fail-points.js';
import { Lease } from './lease.js';
import {
  claimGeneration,
  endLease,
  openPictures,
  renewLease,
  type ClaimedGeneration,
  type OpenPicture,
} from './work-rows.js';

const RENEWALS_PER_LEASE = 3;

/** Takes generations, keeps them while they are worked on, and gives them back. */
@Injectable()
export class ClaimWork {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {}

  /** Null: ended, out of time or of attempts, or in other hands. */
  async claim(generationId: string): Promise<ClaimedGeneration | null> {
    await this.failPoints.reach('dequeued');
    const claimed = await claimGeneration(this.dataSource, generationId, this.engines.idByModel, this.leaseSeconds);
    if (claimed) await this.failPoints.reach('claimed');
    return claimed;
  }

  openPictures(generation: ClaimedGeneration): Promise<OpenPicture[]> {
    return openPictures(this.dataSource, generation.id);
  }

  keep({ id, attempt, msLeft }: ClaimedGeneration, stop: AbortSignal): Lease {
    return new Lease({
      msLeft,
      renewEveryMs: (this.leaseSeconds * 1_000) / RENEWALS_PER_LEASE,
      renew: async () => {
        await this.failPoints.reach('renewing');
        return renewLease(this.dataSource, id, attempt, this.leaseSeconds);
      },
      stop,
    });
  }

  /** Lets any worker begin the next attempt after `ms`. */
  async giveBack({ id, attempt }: ClaimedGeneration, ms: number): Promise<void> {
    await this.failPoints.reach('parking');
    await endLease(this.dataSource, id, attempt, ms);
  }

  /** Nothing is left to do in Postgres; Bull does not know it yet. */
  async finish(): Promise<void> {
    await this.failPoints.reach('finished');
  }

  private get leaseSeconds(): number {
    return this.config.generation.leaseSeconds;
  }
}

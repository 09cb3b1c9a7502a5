import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { EngineSlots } from '../../images/index.js';
import { batchShares } from '../domain/batch-limits.js';
import { dueRows } from '../persistence/dispatch-rows.js';
import { EndBatches } from './end-batches.js';
import { ReleaseRow } from './release-row.js';

/**
 * One look at all batches: ends what has ended, then releases rows into free slots of their engines, one of each person
 * in turn. Several at once do no harm: each release is guarded by its row. Where batches are switched off, nobody can stop
 * one, so none goes on.
 */
@Injectable()
export class DispatchBatches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endings: EndBatches,
    private readonly releases: ReleaseRow,
    private readonly slots: EngineSlots,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns how many rows it released. */
  async run(signal: AbortSignal): Promise<number> {
    await this.endings.run();
    const released = this.config.features.batch ? await this.release(signal) : 0;
    // Rows of withdrawn models ended.
    await this.endings.close();
    return released;
  }

  private async release(signal: AbortSignal): Promise<number> {
    const free = await this.slots.free();
    const waiting = new Set<string>();
    let released = 0;
    for (;;) {
      let hasProgress = false;
      for (const row of await dueRows(this.dataSource, batchShares(this.config.quota.inFlight))) {
        if (signal.aborted) return released;
        const engine = this.slots.engineOf(row.model);
        const left = free.get(engine) ?? 0;
        if (left === 0 || waiting.has(row.userId)) continue;
        const outcome = await this.releases.run(row);
        if (outcome === 'released') {
          free.set(engine, left - 1);
          released += 1;
        }
        if (outcome === 'refused') free.set(engine, 0);
        if (outcome === 'waiting') waiting.add(row.userId);
        hasProgress ||= outcome === 'released' || outcome === 'ended';
      }
      if (!hasProgress) return released;
    }
  }
}

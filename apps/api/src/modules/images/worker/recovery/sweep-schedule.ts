import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { PurgeImages } from '../../files/clean-up/purge-images.js';
import { Sweeper } from './sweeper.js';
import { inBackground } from '../../../../platform/process/in-background.js';

/** `@Interval` cannot read the configured period. */
@Injectable()
export class SweepSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly purging: PurgeImages,
    private readonly dataSource: DataSource,
    private readonly registry: SchedulerRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const run = (): void => {
      if (!this.dataSource.isInitialized) return;
      for (const { task } of [this.sweeper, this.purging]) inBackground(task.run());
    };
    this.registry.addInterval('sweep', setInterval(run, this.config.generation.sweepSeconds * 1_000));
  }

  /** Lets what runs finish before the pool is closed. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.sweeper.task.stop(), this.purging.task.stop()]);
  }
}

import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { rows } from '../../../../platform/database/rows.js';
import { ScheduledTask } from '../../../../platform/scheduled-task.js';
import { ENGINES, type ImageEngines } from '../../engines/engine-registry.js';
import { WorkerSlotEntity } from '../../engines/worker-slot.entity.js';
import { beginsAtOnce } from './slots-per-engine.js';
import { inBackground } from '../../../../platform/process/in-background.js';

const EVERY_MS = 5_000;
/** A worker that dies keeps its slots for so long. */
const COUNTED_SECONDS = 15;

const REPORT = `
with left_behind as (
  delete from worker_slots where until < now() - interval '1 hour'
)
insert into worker_slots (worker_id, engine, slots, until)
select $1, engine, slots, now() + make_interval(secs => $4) from unnest($2::text[], $3::integer[]) as s (engine, slots)
on conflict (worker_id, engine) do update set slots = excluded.slots, until = excluded.until`;

/** Writes down how many generations of each engine this worker can begin at once, so that batches fill only free slots. */
@Injectable()
export class SlotReporter implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly workerId = randomUUID();
  private readonly task = new ScheduledTask(new Logger(SlotReporter.name), () => this.report());

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ENGINES) private readonly engines: ImageEngines,
  ) {}

  onApplicationBootstrap(): void {
    inBackground(this.run());
  }

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
    // Without it they end by themselves.
    await this.dataSource.manager.delete(WorkerSlotEntity, { workerId: this.workerId }).catch(() => undefined);
  }

  private report(): Promise<unknown> {
    const slots = beginsAtOnce(this.config.generation.workerConcurrency, this.engines);
    return rows(this.dataSource, REPORT, [this.workerId, [...slots.keys()], [...slots.values()], COUNTED_SECONDS]);
  }
}

import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { row, rows } from '../../../platform/database/rows.js';
import { ClosePicture } from '../application/close-picture.js';
import { Doorbell } from './doorbell.js';
import { PurgePictures } from './purge-pictures.js';
import { DEFAULT_WORKER_TIMES } from './worker-times.js';
import { overduePictures, waitingGenerations } from './work-rows.js';

const OVERDUE_AT_ONCE = 500;
const RINGS_AT_ONCE = 500;
const LOCK = `hashtext('images'), hashtext('sweep')`;

export interface Swept {
  failed: number;
  rung: number;
  purged: number;
  removed: number;
}

/**
 * Looks for what was left behind: generations past their deadline or out of attempts are failed and returned, waiting ones
 * are rung for again, removed pictures come to their end, objects whose time has come are removed. Runs in every process,
 * one at a time; nothing depends on the latter, since each effect is guarded by its row.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Sweeper.name);
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<unknown> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly dataSource: DataSource,
    private readonly closing: ClosePicture,
    private readonly doorbell: Doorbell,
    private readonly purging: PurgePictures,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.sweepLater();
  }

  /** Lets the sweep that is running end, before the pool is closed. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.current;
  }

  /** Null when another process sweeps at this moment. */
  async sweep(): Promise<Swept | null> {
    // The lock belongs to a connection, and goes with it if this process dies.
    const connection = this.dataSource.createQueryRunner();
    try {
      const lock = await row<{ taken: boolean }>(connection, `select pg_try_advisory_lock(${LOCK}) as taken`);
      if (!lock?.taken) return null;
      try {
        return {
          failed: await this.failOverdue(),
          rung: await this.ringAgain(),
          purged: await this.purging.purge(this.stopping.signal),
          removed: await this.purging.removeObjects(this.stopping.signal),
        };
      } finally {
        await rows(connection, `select pg_advisory_unlock(${LOCK})`);
      }
    } finally {
      await connection.release();
    }
  }

  /** All of them, however many waited for workers that never came: each is promised its time. */
  private async failOverdue(): Promise<number> {
    let failed = 0;
    for (;;) {
      const overdue = await overduePictures(this.dataSource, OVERDUE_AT_ONCE);
      let closed = 0;
      for (const { isLate, ...picture } of overdue) {
        if (this.stopping.signal.aborted) return failed + closed;
        const code = isLate ? 'DEADLINE_EXCEEDED' : 'ENGINE_FAILED';
        if (await this.closing.fail(picture, 'sweeper', code)) closed += 1;
      }
      failed += closed;
      if (overdue.length < OVERDUE_AT_ONCE || closed === 0) return failed;
    }
  }

  private async ringAgain(): Promise<number> {
    const { unheardAfterMs } = DEFAULT_WORKER_TIMES;
    let rung = 0;
    for (const { id, attempt, priority } of await waitingGenerations(this.dataSource, unheardAfterMs, RINGS_AT_ONCE)) {
      // A Redis that did not take one ring will not take the next.
      if (this.stopping.signal.aborted || !(await this.doorbell.tryToRing({ generationId: id, attempt, priority })))
        break;
      rung += 1;
    }
    return rung;
  }

  private sweepLater(): void {
    this.timer = setTimeout(() => {
      this.current = this.sweepAndGoOn();
    }, this.config.generation.sweepSeconds * 1_000).unref();
  }

  private async sweepAndGoOn(): Promise<void> {
    try {
      if (this.dataSource.isInitialized) await this.sweep();
    } catch (error) {
      this.logger.warn(`The sweep was cut short: ${String(error)}`);
    }
    if (!this.stopping.signal.aborted) this.sweepLater();
  }
}

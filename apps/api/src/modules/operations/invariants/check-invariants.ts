import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, In, Not } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { untimedOptions } from '../../../platform/database/data-source.js';
import { oneRow } from '../../../platform/database/rows.js';
import { withLease } from '../../../platform/database/with-lease.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { untilAborted } from '../../../platform/until-aborted.js';
import { INVARIANTS } from './invariant-statements.js';
import { InvariantCheckEntity } from './invariant-check.entity.js';

const LOOK_EVERY_MS = 10 * 60_000;
const CHECK_EVERY_HOURS = 24;
const LEASE_SECONDS = 60;

const DUE = `
  select count(*) filter (where checked_at > now() - make_interval(hours => $1)) as fresh from invariant_checks`;

/**
 * Looks once a day, in one process, for rows that break an invariant. The result is stored, so that every worker can tell
 * it to monitoring, also after a restart.
 */
@Injectable()
export class CheckInvariants implements OnModuleDestroy {
  private readonly logger = new Logger(CheckInvariants.name);
  private readonly task = new ScheduledTask(this.logger, () => this.checkWhenDue());

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Interval(LOOK_EVERY_MS)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  /** True when it was due and no other process was at it. */
  async checkWhenDue(): Promise<boolean> {
    const checked = await withLease(this.dataSource, 'invariants', LEASE_SECONDS, async (lost) => {
      const { fresh } = await oneRow<{ fresh: number }>(this.dataSource, DUE, [CHECK_EVERY_HOURS]);
      if (fresh >= Object.keys(INVARIANTS).length) return false;
      await this.checkAll(AbortSignal.any([lost, this.task.signal]));
      return true;
    });
    return checked ?? false;
  }

  private async checkAll(signal: AbortSignal): Promise<void> {
    // Each statement reads whole tables, for longer than other statements may take.
    const untimed = await new DataSource(untimedOptions(this.config)).initialize();
    try {
      const runner = untimed.createQueryRunner();
      // The server, too, ends a statement that nobody waits for any more. Not every platform can.
      await runner.query(`set client_connection_check_interval = '1s'`).catch(() => undefined);
      for (const [invariant, statement] of Object.entries(INVARIANTS)) {
        signal.throwIfAborted();
        const count = oneRow<{ broken: number }>(runner, `select count(*) as broken from (${statement}) offending`);
        await this.store(invariant, (await untilAborted(count, signal)).broken);
      }
      // An invariant of before would be reported for ever.
      const former = { invariant: Not(In(Object.keys(INVARIANTS))) };
      await this.dataSource.manager.delete(InvariantCheckEntity, former);
    } finally {
      // Breaks off a statement that still runs.
      await untimed.destroy();
    }
  }

  private async store(invariant: string, brokenRows: number): Promise<void> {
    const checkedAt = () => 'now()';
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(InvariantCheckEntity)
      .values({ invariant, brokenRows, checkedAt })
      .orUpdate(['broken_rows', 'checked_at'], ['invariant'])
      .execute();
    if (brokenRows > 0) this.logger.error(`${brokenRows} rows break "${invariant}"`);
  }
}

import type { EngineId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../../platform/errors/app-error.js';
import { isBacklogFull } from '../waiting-time.js';
import { readBacklog } from './submission-rows.js';
import { EngineHealth } from '../../engines/engine-health.js';

/** While workers still claim many requests, the engine's rate shows within seconds. */
const RETRY_SECONDS = { known: 30, unknown: 10 } as const;

/** Each engine has a queue of its own. */
@Injectable()
export class Admission {
  constructor(
    private readonly health: EngineHealth,
    private readonly dataSource: DataSource,
  ) {}

  /** `ENGINE_UNAVAILABLE` or `BACKLOG_FULL` with a time to retry; null when accepted. */
  async check(engine: EngineId, priority: number): Promise<AppError | null> {
    const [refusals, backlog] = await Promise.all([
      this.health.refusals(),
      readBacklog(this.dataSource, { engine, priority }),
    ]);
    const refusesForMs = refusals.get(engine);
    if (refusesForMs !== undefined) {
      return new AppError('ENGINE_UNAVAILABLE', { retryAfter: Math.max(1, Math.ceil(refusesForMs / 1_000)) });
    }
    const retryAfter = RETRY_SECONDS[backlog.isRateKnown ? 'known' : 'unknown'];
    return isBacklogFull(backlog) ? new AppError('BACKLOG_FULL', { retryAfter }) : null;
  }

  overloaded(): AppError {
    return new AppError('BACKLOG_FULL', { retryAfter: RETRY_SECONDS.unknown });
  }
}

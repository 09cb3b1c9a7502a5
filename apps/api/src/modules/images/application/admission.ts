import type { EngineId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Backlog } from './backlog.js';
import { EngineHealth } from './engine-health.js';

const BACKLOG_RETRY_SECONDS = 30;

/** Keeps the service from accepting what it could not do: an engine that is down, a line that is too long. */
@Injectable()
export class Admission {
  constructor(
    private readonly health: EngineHealth,
    private readonly backlog: Backlog,
  ) {}

  /** `ENGINE_UNAVAILABLE` or `BACKLOG_FULL`, with the time to ask again; null when the engine can be asked for pictures. */
  async refusal(engine: EngineId): Promise<AppError | null> {
    const [refusesForMs, isBacklogFull] = await Promise.all([
      this.health.refusesFor(engine),
      this.backlog.isFull(engine),
    ]);
    if (refusesForMs !== null) {
      return new AppError('ENGINE_UNAVAILABLE', { retryAfter: Math.max(1, Math.ceil(refusesForMs / 1_000)) });
    }
    return isBacklogFull ? new AppError('BACKLOG_FULL', { retryAfter: BACKLOG_RETRY_SECONDS }) : null;
  }
}

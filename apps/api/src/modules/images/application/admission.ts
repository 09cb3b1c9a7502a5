import type { EngineId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Backlog } from './backlog.js';
import { EngineHealth } from './engine-health.js';

/** While the workers are still picking up a rush, what the engine can do shows within seconds. */
const RETRY_SECONDS = { known: 30, unknown: 10 } as const;

/** Keeps the service from accepting what it could not do: an engine that is down, a line that is too long. */
@Injectable()
export class Admission {
  constructor(
    private readonly health: EngineHealth,
    private readonly backlog: Backlog,
  ) {}

  /** `ENGINE_UNAVAILABLE` or `BACKLOG_FULL`, with the time to ask again; null when the engine can be asked for pictures. */
  async refusal(engine: EngineId): Promise<AppError | null> {
    const [refusesForMs, backlog] = await Promise.all([this.health.refusesFor(engine), this.backlog.state(engine)]);
    if (refusesForMs !== null) {
      return new AppError('ENGINE_UNAVAILABLE', { retryAfter: Math.max(1, Math.ceil(refusesForMs / 1_000)) });
    }
    const retryAfter = RETRY_SECONDS[backlog.isRateKnown ? 'known' : 'unknown'];
    return backlog.isFull ? new AppError('BACKLOG_FULL', { retryAfter }) : null;
  }

  /** What is said to whom a rush has kept waiting too long. */
  crowded(): AppError {
    return new AppError('BACKLOG_FULL', { retryAfter: RETRY_SECONDS.unknown });
  }

  /** So many pictures were accepted for the engine. */
  letIn(engine: EngineId, pictures: number): void {
    this.backlog.add(engine, pictures);
  }
}

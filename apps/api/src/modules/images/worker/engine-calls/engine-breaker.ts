import type { EngineId } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { alerts } from '../../../../platform/observability/metrics.js';
import { EngineHealth } from '../../engines/engine-health.js';
import { EngineError } from '../../engines/image-engine.port.js';
import { noteAnswer, noteFault, notePause, type Fault } from '../../engines/engine-health-rows.js';
import { WORKER_TIMES, type WorkerTimes } from '../worker-times.js';

const ASK_AGAIN_MS = 1_000;

/** The engine was not called, because it failed too often or asked for a pause. */
export class CircuitOpenError extends EngineError {
  constructor(engine: EngineId, retryAfterMs: number) {
    super('ENGINE_UNAVAILABLE', `${engine} is left alone`, { retryAfterMs });
  }
}

export interface EngineCall {
  probe: string | null;
  generationId: string;
}

type Verdict = 'answers' | 'unknown' | { pauseMs: number } | Pick<Fault, 'code' | 'isFinal' | 'mayBePrompt'>;

/** `undefined`: the call ended with an image. */
function verdictOf(error: unknown): Verdict {
  if (error === undefined) return 'answers';
  if (!(error instanceof EngineError)) return 'unknown';
  const { code, retryable, pauseMs } = error;
  if (code === 'ENGINE_BUSY' && pauseMs > 0) return { pauseMs };
  if (code === 'CONTENT_REJECTED' || code === 'ENGINE_BUSY') return 'answers';
  if (code === 'IMAGE_INVALID') return 'unknown';
  if (code === 'ENGINE_UNAVAILABLE') return { code, isFinal: !retryable, mayBePrompt: false };
  // A fault that is not retryable is the request's: no single prompt may stop an engine for all users.
  return retryable ? { code, isFinal: false, mayBePrompt: true } : 'unknown';
}

/** Shared by all processes. A database that does not answer prevents no call. */
@Injectable()
export class EngineBreaker {
  private readonly logger = new Logger(EngineBreaker.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly health: EngineHealth,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {}

  /** Throws `CircuitOpenError`. `probe` names the half-open trial of the call, or is null. */
  async admit(engine: EngineId, probe: string | null): Promise<void> {
    if (probe !== null) return;
    const health = await this.health.of(engine).catch(() => null);
    if (health?.isOpen) throw new CircuitOpenError(engine, Math.max(health.msLeft, ASK_AGAIN_MS));
  }

  /** `undefined`: the call ended with an image. */
  async note(engine: EngineId, call: EngineCall, error?: unknown): Promise<void> {
    const verdict = verdictOf(error);
    try {
      if (verdict === 'unknown') return;
      if (verdict === 'answers') await this.recordAnswer(engine, call.probe);
      else if ('pauseMs' in verdict) await this.recordPause(engine, call.probe, verdict.pauseMs);
      else await this.recordFault(engine, { ...verdict, ...call });
    } catch (unheard) {
      this.logger.warn(`Could not note how ${engine} stands: ${String(unheard)}`);
    }
  }

  private async recordAnswer(engine: EngineId, probe: string | null): Promise<void> {
    const health = await this.health.of(engine);
    if (!health || (!health.isOpen && health.faults === 0)) return;
    if (!(await noteAnswer(this.dataSource.manager, engine, probe))) return;
    if (health.isOpen) this.logger.log(`${engine} answers again`);
  }

  private async recordPause(engine: EngineId, probe: string | null, askedMs: number): Promise<void> {
    const ms = Math.min(askedMs, this.times.longestOpenMs);
    if (!(await notePause(this.dataSource.manager, engine, ms, probe))) return;
    this.logger.warn(`${engine} asks to be left alone for ${Math.round(ms / 1_000)} s`);
  }

  private async recordFault(engine: EngineId, fault: Fault): Promise<void> {
    if (!(await noteFault(this.dataSource.manager, engine, fault, this.times))) return;
    const health = await this.health.of(engine);
    if (!health?.isOpen) return;
    alerts.inc({ kind: 'engine_open' });
    this.logger.error(`${engine} is left alone for ${Math.round(health.msLeft / 1_000)} s: ${fault.code}`);
  }
}

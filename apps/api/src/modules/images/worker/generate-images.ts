import { Inject, Injectable, Logger } from '@nestjs/common';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { MAX_ATTEMPTS } from '../shared/max-attempts.js';
import type { Attempt } from './attempt.js';
import { ClaimGeneration } from './claim-generation.js';
import { FinishImage } from './finish-image.js';
import type { Lease } from './lease.js';
import { PaintImage, type PaintOutcome } from './paint-image.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';
import type { ClaimedGeneration, OpenImage } from './claim-rows.js';

type OpenOutcome = Extract<PaintOutcome, { state: 'open' }>;

/** One attempt at a generation, from the claim to the last picture that it can close. */
@Injectable()
export class GenerateImages {
  private readonly logger = new Logger(GenerateImages.name);

  constructor(
    private readonly work: ClaimGeneration,
    private readonly painter: PaintImage,
    private readonly finish: FinishImage,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {}

  /**
   * Works on the first in line, else on the one that was enqueued; answers whether there was anything to do. It may be
   * called any number of times, anywhere. When `stop` is aborted, what is not finished is left for another worker.
   */
  async run(enqueuedId: string | null, stop: AbortSignal): Promise<boolean> {
    const generation = await this.work.next(enqueuedId);
    if (generation) await this.attempt(generation, stop);
    return generation !== null;
  }

  /** Works on what this process has claimed. */
  async attempt(generation: ClaimedGeneration, stop: AbortSignal): Promise<void> {
    const claimedAt = performance.now();
    this.tell(generation);
    const lease = this.work.keep(generation, stop);
    const attempt: Attempt = { generation, signal: lease.signal, probe: generation.probe, calls: 0 };
    try {
      const outcomes = await this.paint(attempt, generation.pictures);
      if (lease.abortedWhy) await this.leave(attempt, lease);
      else await this.conclude(attempt, outcomes, generation.msLeft - (performance.now() - claimedAt));
    } finally {
      lease.end();
      await this.work.release(generation);
    }
    await this.work.finish();
  }

  /** All at once; of a probe one picture first, and the others only if its engine is back. */
  private async paint(attempt: Attempt, pictures: OpenImage[]): Promise<PromiseSettledResult<PaintOutcome>[]> {
    if (attempt.probe === null) return this.paintAll(attempt, pictures);
    const first = await this.paintAll(attempt, pictures.slice(0, 1));
    attempt.probe = null;
    return [...first, ...(await this.paintAll(attempt, pictures.slice(1)))];
  }

  private paintAll(attempt: Attempt, pictures: OpenImage[]): Promise<PromiseSettledResult<PaintOutcome>[]> {
    return Promise.allSettled(pictures.map((picture) => this.painter.paint(attempt, picture)));
  }

  private async conclude(
    attempt: Attempt,
    outcomes: PromiseSettledResult<PaintOutcome>[],
    msLeft: number,
  ): Promise<void> {
    const broken = outcomes.find((outcome) => outcome.status === 'rejected');
    // Of the kind that nobody foresaw: the lease runs out, and another attempt begins.
    if (broken) throw broken.reason;
    const open = outcomes.flatMap((outcome): OpenOutcome[] =>
      outcome.status === 'fulfilled' && outcome.value.state === 'open' ? [outcome.value] : [],
    );
    const isLast = attempt.generation.attempt >= MAX_ATTEMPTS && attempt.calls > 0;
    const mostMs = isLast ? 0 : msLeft - this.times.leastPaintingMs;
    // Each by its own pause: one that cannot be waited for does not keep the others from another try.
    for (const { picture, code, retryAfterMs } of open)
      if (this.pauseMs(attempt, retryAfterMs) >= mostMs) await this.finish.fail(attempt, picture, code);
    const pauses = open.map(({ retryAfterMs }) => this.pauseMs(attempt, retryAfterMs)).filter((ms) => ms < mostMs);
    if (pauses.length > 0) await this.returnHold(attempt, this.blurred(Math.max(...pauses), mostMs));
  }

  private pauseMs({ generation, calls }: Attempt, retryAfterMs: number): number {
    // Nothing to recover from without a call.
    const backoffMs = calls > 0 ? (this.times.backoffMs[generation.attempt - 1] ?? 0) : 0;
    return Math.max(backoffMs, retryAfterMs);
  }

  private blurred(ms: number, mostMs: number): number {
    return Math.min(ms * (1 + this.times.jitter * Math.random()), mostMs);
  }

  private async returnHold(attempt: Attempt, ms: number): Promise<void> {
    await this.work.releaseLease(attempt, ms);
    // It waits again, perhaps as if nobody had begun.
    if (attempt.calls === 0) this.tell(attempt.generation);
  }

  private async leave(attempt: Attempt, lease: Lease): Promise<void> {
    const { generation } = attempt;
    this.logger.warn(`Generation ${generation.id}, attempt ${generation.attempt}: ${lease.abortedWhy}`);
    if (lease.abortedWhy === 'stopping') await this.returnHold(attempt, 0);
    if (lease.abortedWhy !== 'deadline') return;
    // Without effect for those that were closed in time.
    for (const picture of generation.pictures) await this.finish.fail(attempt, picture, 'DEADLINE_EXCEEDED');
  }

  private tell({ id, userId }: ClaimedGeneration): void {
    this.events.publish(userId, { name: 'generation_changed', data: { generation_id: id } });
  }
}

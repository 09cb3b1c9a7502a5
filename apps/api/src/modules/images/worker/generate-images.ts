import { Inject, Injectable, Logger } from '@nestjs/common';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { publishChanges } from '../generation/events/publish-changes.js';
import { MAX_ATTEMPTS } from '../shared/max-attempts.js';
import type { Attempt } from './attempt.js';
import { ClaimGeneration } from './claiming/claim-generation.js';
import { FinishImage } from './finish-image.js';
import type { Lease } from './claiming/lease.js';
import { PaintImage, type PaintOutcome } from './paint-image.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';
import type { ClaimedGeneration, OpenImage } from './claiming/claim-rows.js';

type OpenOutcome = Extract<PaintOutcome, { state: 'open' }>;

@Injectable()
export class GenerateImages {
  private readonly logger = new Logger(GenerateImages.name);

  constructor(
    private readonly claims: ClaimGeneration,
    private readonly paintImage: PaintImage,
    private readonly finishImage: FinishImage,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {}

  /** Takes the first in the queue. True if there was anything to do. When `stop` aborts, unfinished work is left for another worker. */
  async run(stop: AbortSignal): Promise<boolean> {
    const generation = await this.claims.next();
    if (generation) await this.attempt(generation, stop);
    return generation !== null;
  }

  async attempt(generation: ClaimedGeneration, stop: AbortSignal): Promise<void> {
    const claimedAt = performance.now();
    this.publishChange(generation);
    const lease = this.claims.startLease(generation, stop);
    const attempt: Attempt = {
      generation,
      signal: lease.signal,
      probe: generation.probe,
      msLeft: () => generation.msLeft - (performance.now() - claimedAt),
      calls: 0,
    };
    try {
      const outcomes = await this.paint(attempt, generation.images);
      if (lease.abortedWhy) await this.handleAbort(attempt, lease);
      else await this.conclude(attempt, outcomes);
    } finally {
      lease.end();
      await this.claims.close(generation);
    }
    await this.claims.reachFinished();
  }

  /** All at once; of a trial one image first, the others only if the engine answers. */
  private async paint(attempt: Attempt, images: OpenImage[]): Promise<PromiseSettledResult<PaintOutcome>[]> {
    if (attempt.probe === null) return this.paintAll(attempt, images);
    const first = await this.paintAll(attempt, images.slice(0, 1));
    // The trial has its result: the others are called for only if it closed the circuit.
    attempt.probe = null;
    return [...first, ...(await this.paintAll(attempt, images.slice(1)))];
  }

  private paintAll(attempt: Attempt, images: OpenImage[]): Promise<PromiseSettledResult<PaintOutcome>[]> {
    return Promise.allSettled(images.map((image) => this.paintImage.paint(attempt, image)));
  }

  private async conclude(attempt: Attempt, outcomes: PromiseSettledResult<PaintOutcome>[]): Promise<void> {
    const broken = outcomes.find((outcome) => outcome.status === 'rejected');
    // Unexpected: the lease expires, and another attempt begins.
    if (broken) throw broken.reason;
    const open = outcomes.flatMap((outcome): OpenOutcome[] =>
      outcome.status === 'fulfilled' && outcome.value.state === 'open' ? [outcome.value] : [],
    );
    const isLast = attempt.generation.attempt >= MAX_ATTEMPTS && attempt.calls > 0;
    // Twice: once it is due, it must still be found before it is too late to begin.
    const mostMs = isLast ? 0 : attempt.msLeft() - 2 * this.times.leastGeneratingMs;
    // Each by its own pause: one that cannot be retried does not stop the others.
    for (const { image, code, retryAfterMs } of open)
      if (this.pauseMs(attempt, retryAfterMs) >= mostMs) await this.finishImage.fail(attempt, image, code);
    const pauses = open.map(({ retryAfterMs }) => this.pauseMs(attempt, retryAfterMs)).filter((ms) => ms < mostMs);
    if (pauses.length > 0) await this.releaseForRetry(attempt, this.withJitter(Math.max(...pauses), mostMs));
  }

  private pauseMs({ generation, calls }: Attempt, retryAfterMs: number): number {
    // Without a call there is nothing to recover from.
    const backoffMs = calls > 0 ? (this.times.backoffMs[generation.attempt - 1] ?? 0) : 0;
    return Math.max(backoffMs, retryAfterMs);
  }

  private withJitter(ms: number, mostMs: number): number {
    return Math.min(ms * (1 + this.times.jitter * Math.random()), mostMs);
  }

  private async releaseForRetry(attempt: Attempt, ms: number): Promise<void> {
    await this.claims.releaseLease(attempt, ms);
    // It waits again, perhaps as if no attempt had begun.
    if (attempt.calls === 0) this.publishChange(attempt.generation);
  }

  private async handleAbort(attempt: Attempt, lease: Lease): Promise<void> {
    const { generation } = attempt;
    this.logger.warn(`Generation ${generation.id}, attempt ${generation.attempt}: ${lease.abortedWhy}`);
    if (lease.abortedWhy === 'stopping') await this.releaseForRetry(attempt, 0);
    if (lease.abortedWhy !== 'deadline') return;
    // No effect on images that were closed in time.
    for (const image of generation.images) await this.finishImage.fail(attempt, image, 'DEADLINE_EXCEEDED');
  }

  private publishChange({ id, userId }: ClaimedGeneration): void {
    publishChanges(this.events, userId, { generationIds: [id], movedCredits: false });
  }
}

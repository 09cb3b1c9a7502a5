import { Inject, Injectable, Logger } from '@nestjs/common';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import type { Attempt } from './attempt.js';
import { ClaimWork } from './claim-work.js';
import { FinishPicture } from './finish-picture.js';
import type { Lease } from './lease.js';
import { PaintPicture, type PaintOutcome } from './paint-picture.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';
import { MAX_ATTEMPTS, type OpenPicture } from './work-rows.js';

type OpenOutcome = Extract<PaintOutcome, { state: 'open' }>;

/** One attempt at a generation, from the claim to the last picture that it can close. */
@Injectable()
export class GenerateImage {
  private readonly logger = new Logger(GenerateImage.name);

  constructor(
    private readonly work: ClaimWork,
    private readonly painter: PaintPicture,
    private readonly finish: FinishPicture,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {}

  /**
   * Does nothing for a generation that is not to be had, so it may be called any number of times, anywhere. When `stop` is
   * aborted, what is not finished is left for another worker.
   */
  async run(generationId: string, stop: AbortSignal): Promise<void> {
    const generation = await this.work.claim(generationId);
    if (!generation) return;
    const claimedAt = performance.now();
    this.events.publish(generation.userId, { name: 'generation_changed', data: { generation_id: generationId } });
    const lease = this.work.keep(generation, stop);
    const attempt: Attempt = { generation, signal: lease.signal };
    try {
      const pictures = await this.work.openPictures(generation);
      const outcomes = await Promise.allSettled(pictures.map((picture) => this.painter.paint(attempt, picture)));
      if (lease.abortedWhy) await this.leave(attempt, lease, pictures);
      else await this.conclude(attempt, outcomes, generation.msLeft - (performance.now() - claimedAt));
    } finally {
      lease.end();
    }
    await this.work.finish();
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
    if (open.length === 0) return;
    const number = attempt.generation.attempt;
    const pauseMs = Math.max(this.times.backoffMs[number - 1] ?? 0, ...open.map(({ retryAfterMs }) => retryAfterMs));
    if (number < MAX_ATTEMPTS && pauseMs + this.times.leastPaintingMs < msLeft) {
      await this.work.giveBack(attempt.generation, pauseMs);
      return;
    }
    for (const { picture, code } of open) await this.finish.fail(attempt, picture, code);
  }

  private async leave(attempt: Attempt, lease: Lease, pictures: OpenPicture[]): Promise<void> {
    const { generation } = attempt;
    this.logger.warn(`Generation ${generation.id}, attempt ${generation.attempt}: ${lease.abortedWhy}`);
    if (lease.abortedWhy === 'stopping') await this.work.giveBack(generation, 0);
    if (lease.abortedWhy !== 'deadline') return;
    // Without effect for those that were closed in time.
    for (const picture of pictures) await this.finish.fail(attempt, picture, 'DEADLINE_EXCEEDED');
  }
}

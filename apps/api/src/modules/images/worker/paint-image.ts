import type { GenerationErrorCode } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { StorageError } from '../../../platform/storage/storage.port.js';
import { EngineError, type GeneratedImage } from '../engines/image-engine.port.js';
import type { Attempt } from './attempt.js';
import { EngineCapacity } from './claiming/engine-capacity.js';
import { DeadlineNearError, EngineClient } from './engine-calls/engine-client.js';
import { FinishImage } from './finish-image.js';
import { UnusableImageError } from './image-file/unusable-image.error.js';
import { progressOf, type Report } from './report-progress.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';
import type { OpenImage } from './claiming/claim-rows.js';

export type PaintOutcome =
  | { state: 'closed' }
  | { state: 'open'; image: OpenImage; code: GenerationErrorCode; retryAfterMs: number };

const CLOSED: PaintOutcome = { state: 'closed' };

function finalCode(error: unknown): GenerationErrorCode | null {
  if (error instanceof EngineError && !error.retryable) return error.code;
  if (error instanceof DeadlineNearError) return 'DEADLINE_EXCEEDED';
  if (error instanceof UnusableImageError) return 'IMAGE_INVALID';
  return error instanceof StorageError ? 'STORAGE_FAILED' : null;
}

@Injectable()
export class PaintImage {
  private readonly logger = new Logger(PaintImage.name);

  constructor(
    private readonly engineClient: EngineClient,
    private readonly capacity: EngineCapacity,
    private readonly finish: FinishImage,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {}

  async paint(attempt: Attempt, image: OpenImage): Promise<PaintOutcome> {
    const report = progressOf(this.events, image, this.times.progressEveryMs);
    try {
      const generated = await this.ask(attempt, image, report);
      report('saving', { fraction: 1, preview: null });
      await this.finish.deliver(attempt, image, generated);
      return CLOSED;
    } catch (error) {
      if (attempt.signal.aborted) throw error;
      this.logger.warn(`Image ${image.id}, attempt ${attempt.generation.attempt}: ${String(error)}`);
      const code = finalCode(error);
      if (code === null) return retryLater(image, error);
      await this.finish.fail(attempt, image, code);
      return CLOSED;
    }
  }

  private async ask(attempt: Attempt, image: OpenImage, report: Report): Promise<GeneratedImage> {
    const { generation, signal } = attempt;
    const onStart = (): void => {
      attempt.calls += 1;
      report('preparing');
    };
    report('queued');
    try {
      return await this.engineClient.generate(
        {
          requestId: `${image.id}:${generation.attempt}`,
          prompt: generation.prompt,
          negativePrompt: generation.negativePrompt ?? '',
          model: generation.model,
          style: generation.style,
          size: generation.size,
          width: image.width,
          height: image.height,
          quality: generation.quality,
          seed: image.seed,
          format: generation.outputFormat,
        },
        {
          signal,
          probe: attempt.probe,
          generationId: generation.id,
          onStart,
          msLeft: attempt.msLeft,
          onProgress: ({ stage, ...news }) => report(stage, news),
        },
      );
    } finally {
      this.capacity.imageLeft(generation);
    }
  }
}

const retryLater = (image: OpenImage, error: unknown): PaintOutcome => ({
  state: 'open',
  image,
  code: error instanceof EngineError ? error.code : 'ENGINE_FAILED',
  retryAfterMs: error instanceof EngineError ? error.retryAfterMs : 0,
});

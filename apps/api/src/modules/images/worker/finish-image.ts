import type { GenerationErrorCode } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { CloseImage } from '../generation/closing/close-image.js';
import type { Delivery } from '../generation/closing/delivery.js';
import { ENGINES, type ImageEngines } from '../engines/engine-registry.js';
import type { GeneratedImage } from '../engines/image-engine.port.js';
import { acquireSlot } from '../../../platform/acquire-slot.js';
import type { Attempt } from './attempt.js';
import { FAIL_POINTS, type FailPoints } from '../shared/fail-points.js';
import { retryWhileDatabaseDown } from '../../../platform/database/retry-while-database-down.js';
import { prepareImage, type PreparedImage } from './image-file/prepare-image.js';
import { StoreImage } from './image-file/store-image.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';
import type { OpenImage } from './claiming/claim-rows.js';

@Injectable()
export class FinishImage {
  /** One image at a time: more would delay the renewal of leases. */
  private readonly core = new Semaphore(1);

  constructor(
    private readonly closing: CloseImage,
    private readonly storing: StoreImage,
    @Inject(ENGINES) private readonly engines: ImageEngines,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {}

  /** Throws `UnusableImageError`, `StorageError`, or the signal's reason. Removes the files of a late image. */
  async deliver(attempt: Attempt, image: OpenImage, generated: GeneratedImage): Promise<void> {
    await this.failPoints.reach('painted');
    const prepared = await this.prepare(attempt, image, generated);
    await this.failPoints.reach('prepared');
    const { generation, signal } = attempt;
    const owner = {
      imageId: image.id,
      createdAt: generation.createdAt,
      attempt: generation.attempt,
      format: generation.outputFormat,
    };
    const stored = await this.storing.store(owner, prepared, signal);
    await this.failPoints.reach('stored');
    const delivery: Delivery = {
      ...stored,
      format: generation.outputFormat,
      thumbWidths: prepared.thumbnails.map(({ width }) => width),
      thumbhash: prepared.thumbhash,
      engineRequestId: generated.engineRequestId,
      understood: generated.understood,
    };
    const isOurs = await this.retryWrite(attempt, () => this.closing.deliver(image, generation.attempt, delivery));
    await this.failPoints.reach('closed');
    if (!isOurs) await this.storing.discard(stored.objectKey);
  }

  /** No effect when the image is closed, or owned by another attempt. */
  async fail(attempt: Attempt, image: OpenImage, code: GenerationErrorCode): Promise<void> {
    await this.retryWrite(attempt, () => this.closing.fail(image, { attempt: attempt.generation.attempt }, code));
    await this.failPoints.reach('closed');
  }

  private retryWrite<T>(attempt: Attempt, write: () => Promise<T>): Promise<T> {
    return retryWhileDatabaseDown(write, attempt.signal, this.times.retryWriteMs);
  }

  private async prepare(attempt: Attempt, image: OpenImage, generated: GeneratedImage): Promise<PreparedImage> {
    const release = await acquireSlot(this.core, attempt.signal);
    try {
      return await prepareImage(generated.bytes, {
        width: image.width,
        height: image.height,
        format: attempt.generation.outputFormat,
        sourceType: this.engines.for(attempt.generation.model).capabilities.sourceType,
      });
    } finally {
      release();
    }
  }
}

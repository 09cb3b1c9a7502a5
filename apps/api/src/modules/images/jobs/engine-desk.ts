import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  EngineError,
  IMAGE_ENGINE,
  type GeneratedImage,
  type GenerateOptions,
  type ImageEngine,
  type PictureRequest,
} from '../engines/image-engine.port.js';
import { engineSeconds } from './metrics.js';
import { Slots } from './slots.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';

export interface DeskOptions extends GenerateOptions {
  /** Called when the engine's turn for this picture begins, however long it waited in line. */
  onStart: () => void;
}

/**
 * Calls the engine as it wants to be called: never more requests at once than it takes, each given up after a time that
 * is counted from when its turn begins. Whatever it throws becomes an `EngineError`; an abort from outside rejects with
 * the signal's reason.
 */
@Injectable()
export class EngineDesk implements OnApplicationShutdown {
  private readonly slots: Slots;

  constructor(
    @Inject(IMAGE_ENGINE) readonly engine: ImageEngine,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {
    this.slots = new Slots(engine.capabilities.parallel);
  }

  async generate(request: PictureRequest, options: DeskOptions): Promise<GeneratedImage> {
    const release = await this.slots.take(options.signal);
    const observe = engineSeconds.startTimer({ engine: this.engine.id });
    try {
      options.onStart();
      const image = await this.inTime(request, options);
      observe({ result: 'ok' });
      return image;
    } catch (error) {
      observe({ result: error instanceof EngineError ? error.code : 'aborted' });
      throw error;
    } finally {
      release();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  private async inTime(request: PictureRequest, { signal, onProgress }: DeskOptions): Promise<GeneratedImage> {
    const ms = this.times.engineTimeoutMs;
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(new EngineError('ENGINE_TIMEOUT', `no picture within ${ms} ms`)), ms);
    const either = AbortSignal.any([signal, giveUp.signal]);
    try {
      // An engine that does not listen to the signal must not hold us.
      return await Promise.race([this.engine.generate(request, { signal: either, onProgress }), rejectedBy(either)]);
    } catch (error) {
      either.throwIfAborted();
      throw error instanceof EngineError ? error : new EngineError('ENGINE_FAILED', String(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

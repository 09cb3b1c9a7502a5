import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { ENGINES, type ImageEngines } from '../../engines/engine-registry.js';
import {
  EngineError,
  type GeneratedImage,
  type GenerateOptions,
  type ImageEngine,
  type ImageRequest,
} from '../../engines/image-engine.port.js';
import { acquireSlot } from '../../../../platform/acquire-slot.js';
import { untilAborted } from '../../../../platform/until-aborted.js';
import { AttemptAborted } from '../attempt.js';
import { EngineBreaker, type EngineCall } from './engine-breaker.js';
import { EngineSilence } from './engine-silence.js';
import { engineSeconds } from '../../shared/metrics.js';
import { WORKER_TIMES, type WorkerTimes } from '../worker-times.js';

export interface EngineClientOptions extends GenerateOptions, EngineCall {
  /** When the call begins, after waiting for a slot. */
  onStart: () => void;
  /** Until the deadline of the generation. */
  msLeft: () => number;
}

/** The engine was not called, because the image could not be made before the deadline. */
export class DeadlineNearError extends Error {}

const isAnswer = (error: unknown): boolean => error instanceof EngineError && error.code !== 'ENGINE_TIMEOUT';

/** Limits parallel calls and their time, respects the circuit, and turns every fault into an `EngineError`. */
@Injectable()
export class EngineClient implements OnApplicationShutdown {
  private readonly slots = new Map<ImageEngine, Semaphore>();
  private readonly silences = new Map<ImageEngine, EngineSilence>();

  constructor(
    @Inject(EngineBreaker) private readonly breaker: Pick<EngineBreaker, 'admit' | 'note'>,
    @Inject(ENGINES) private readonly engines: ImageEngines,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {}

  async generate(request: ImageRequest, options: EngineClientOptions): Promise<GeneratedImage> {
    const engine = this.engines.for(request.model);
    const release = await acquireSlot(this.slotsOf(engine), options.signal);
    try {
      if (options.msLeft() < this.times.leastGeneratingMs) throw new DeadlineNearError('too late to begin');
      await this.breaker.admit(engine.id, options.probe);
      options.signal.throwIfAborted();
      return await this.call(engine, request, options);
    } finally {
      release();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engines.close();
  }

  private slotsOf(engine: ImageEngine): Semaphore {
    const slots = this.slots.get(engine) ?? new Semaphore(engine.capabilities.parallel);
    this.slots.set(engine, slots);
    return slots;
  }

  private silenceOf(engine: ImageEngine): EngineSilence {
    const silence = this.silences.get(engine) ?? new EngineSilence();
    this.silences.set(engine, silence);
    return silence;
  }

  private async call(
    engine: ImageEngine,
    request: ImageRequest,
    options: EngineClientOptions,
  ): Promise<GeneratedImage> {
    const observe = engineSeconds.startTimer({ engine: engine.id });
    const silence = this.silenceOf(engine);
    silence.begin();
    try {
      options.onStart();
      const image = await this.inTime(engine, request, options);
      silence.end({ isAnswered: true });
      observe({ result: 'ok' });
      await this.breaker.note(engine.id, options);
      return image;
    } catch (error) {
      const fault = this.faultOf(error, silence.end({ isAnswered: isAnswer(error) }));
      observe({ result: fault instanceof EngineError ? fault.code : 'aborted' });
      await this.breaker.note(engine.id, options, fault);
      throw error;
    }
  }

  /** Under load most calls begin so late that the deadline comes before the time limit, also when the engine hangs. */
  private faultOf(error: unknown, silentMs: number): unknown {
    const isDeadline = error instanceof AttemptAborted && error.why === 'deadline';
    if (!isDeadline || silentMs < this.times.hungAfterMs) return error;
    return new EngineError('ENGINE_TIMEOUT', 'no image before the deadline', { cause: error });
  }

  private async inTime(
    engine: ImageEngine,
    request: ImageRequest,
    { signal, onProgress }: EngineClientOptions,
  ): Promise<GeneratedImage> {
    const ms = engine.capabilities.timeoutMs;
    // Not `AbortSignal.any`: with a listener it lives, and keeps the image in memory, until it is aborted.
    const either = new AbortController();
    const onAbort = (): void => either.abort(signal.reason);
    const timer = setTimeout(() => either.abort(new EngineError('ENGINE_TIMEOUT', `no image within ${ms} ms`)), ms);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // An engine may ignore the signal.
      const painting = engine.generate(request, { signal: either.signal, onProgress });
      return await untilAborted(painting, either.signal);
    } catch (error) {
      either.signal.throwIfAborted();
      throw error instanceof EngineError ? error : new EngineError('ENGINE_FAILED', String(error), { cause: error });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }
}

import type { EngineId } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { ENGINES, type ImageEngines } from '../../engines/engine-registry.js';
import type { ClaimedGeneration } from './claim-rows.js';
import { slotsPerEngine } from './slots-per-engine.js';

/** What this worker and its engines can begin at once. */
@Injectable()
export class EngineCapacity {
  /** Images of each claimed generation that have not left the engine. */
  private readonly imagesAtEngine = new Map<ClaimedGeneration, number>();
  private notifyFreed: () => void = () => undefined;

  /** Generations at once, of all engines. */
  readonly concurrency: number;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(ENGINES) private readonly engines: ImageEngines,
  ) {
    this.concurrency = config.generation.workerConcurrency;
  }

  /** `listener` is called when an engine may have room again. */
  onFreed(listener: () => void): void {
    this.notifyFreed = listener;
  }

  add(generation: ClaimedGeneration): void {
    this.imagesAtEngine.set(generation, generation.images.length);
  }

  /** An engine may begin an image before the one that left it is stored. */
  imageLeft(generation: ClaimedGeneration): void {
    const images = this.imagesAtEngine.get(generation);
    if (images === undefined) return;
    this.imagesAtEngine.set(generation, images - 1);
    this.notifyFreed();
  }

  remove(generation: ClaimedGeneration): void {
    this.imagesAtEngine.delete(generation);
  }

  hasRoom(): boolean {
    return Object.keys(this.enginesWithRoom()).length > 0;
  }

  /**
   * By model. Excludes an engine that hangs, so that it does not take the slots of others, and one that could not begin an
   * image at once: what only waits stays pending, open to other workers, to cancellation and to the order of the queue.
   */
  enginesWithRoom(): Record<string, EngineId> {
    const { idByModel } = this.engines;
    const most = slotsPerEngine(this.concurrency, idByModel);
    const hasRoom = ([model, engine]: [string, EngineId]): boolean => {
      const mine = [...this.imagesAtEngine].filter(([claimed]) => claimed.engine === engine);
      const images = mine.reduce((sum, [, count]) => sum + count, 0);
      return mine.length < most && images < this.engines.for(model).capabilities.parallel;
    };
    return Object.fromEntries(Object.entries(idByModel).filter(hasRoom));
  }
}

import { SELECTABLE_MODELS, type EngineId } from '@app/contracts';
import type { Config } from '../../../platform/config/config.js';
import { engineFor } from './engine-registry.js';
import type { ImageEngine } from './image-engine.port.js';

/** The engines of this installation, for the process that paints. */
export interface Engines {
  /** Which engine paints which model. */
  readonly idByModel: Readonly<Record<string, EngineId>>;
  for(model: string): ImageEngine;
  close(): Promise<void>;
}

export const ENGINES = Symbol('ENGINES');

/** Makes each engine that has a model to paint, so that its operator hears at the start what is wrong with it. */
export class ConfiguredEngines implements Engines {
  readonly idByModel: Readonly<Record<string, EngineId>>;
  private readonly made = new Map<EngineId, ImageEngine>();

  constructor(private readonly config: Config) {
    this.idByModel = Object.fromEntries(SELECTABLE_MODELS.map((model) => [model, this.for(model).id]));
  }

  for(model: string): ImageEngine {
    const { id, create } = engineFor(this.config, model);
    const engine = this.made.get(id) ?? create(this.config);
    this.made.set(id, engine);
    return engine;
  }

  async close(): Promise<void> {
    await Promise.all([...this.made.values()].map((engine) => engine.close()));
  }
}

import { isSelectableModel, SELECTABLE_MODELS, type EngineId } from '@app/contracts';
import type { Config } from '../../../platform/config/config.js';
import type { EngineCapabilities, ImageEngine } from './image-engine.port.js';
import { stabilityCapabilities, StabilityEngine } from './stability/stability.engine.js';
import { createStudioEngine, studioCapabilities } from './studio.engine.js';
import { webuiCapabilities, WebuiEngine } from './webui/webui.engine.js';

/** An engine before it is created. */
export interface EngineEntry {
  id: EngineId;
  /** Whether it paints the model on this installation. */
  paints: (config: Config, model: string) => boolean;
  capabilities: (config: Config) => EngineCapabilities;
  create: (config: Config) => ImageEngine;
}

/** Generates whatever no other engine does. */
const EMBEDDED: EngineEntry = {
  id: 'studio',
  paints: () => true,
  capabilities: studioCapabilities,
  create: createStudioEngine,
};

const set = <T>(settings: T | null): T => {
  if (settings === null) throw new Error('This engine is not configured');
  return settings;
};

/** The service has all models that can be chosen. */
const STABILITY: EngineEntry = {
  id: 'stability',
  paints: ({ stability }, model) => stability !== null && isSelectableModel(model),
  capabilities: stabilityCapabilities,
  create: ({ stability }) => new StabilityEngine(set(stability)),
};

/** One's own server paints what is given to it by name, or else what no service does. */
const WEBUI: EngineEntry = {
  id: 'webui',
  paints: (config, model) =>
    config.webui !== null &&
    (config.webui.models ? Object.hasOwn(config.webui.models, model) : !STABILITY.paints(config, model)),
  capabilities: ({ webui }) => webuiCapabilities(set(webui)),
  create: ({ webui }) => new WebuiEngine(set(webui)),
};

/** In the order in which they are asked whether they paint a model. */
const ENTRIES: readonly EngineEntry[] = [WEBUI, STABILITY, EMBEDDED];

/** The engine that paints a model on this installation. */
export const engineFor = (config: Config, model: string): EngineEntry =>
  ENTRIES.find(({ paints }) => paints(config, model)) ?? EMBEDDED;

/** The engines of this installation, for the worker process. */
export interface ImageEngines {
  /** Which engine paints which model. */
  readonly idByModel: Readonly<Record<string, EngineId>>;
  for(model: string): ImageEngine;
  close(): Promise<void>;
}

export const ENGINES = Symbol('ENGINES');

/** Creates each engine that has a model at the start, so that a wrong setting is reported then. */
export class ConfiguredEngines implements ImageEngines {
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

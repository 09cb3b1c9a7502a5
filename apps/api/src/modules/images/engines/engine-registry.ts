import { isSelectableModel, SELECTABLE_MODELS, type EngineId } from '@app/contracts';
import type { Config } from '../../../platform/config/config.js';
import type { EngineCapabilities, ImageEngine } from './image-engine.port.js';
import { stabilityCapabilities, StabilityEngine } from './stability/stability.engine.js';
import { createStudioEngine, studioCapabilities } from './studio.engine.js';
import { webuiCapabilities, WebuiEngine } from './webui/webui.engine.js';

export interface EngineEntry {
  id: EngineId;
  capabilities: (config: Config) => EngineCapabilities;
  create: (config: Config) => ImageEngine;
}

interface ServiceEntry extends EngineEntry {
  paints: (config: Config, model: string) => boolean;
}

const EMBEDDED: EngineEntry = {
  id: 'studio',
  capabilities: studioCapabilities,
  create: createStudioEngine,
};

const set = <T>(settings: T | null): T => {
  if (settings === null) throw new Error('This engine is not configured');
  return settings;
};

const STABILITY: ServiceEntry = {
  id: 'stability',
  paints: ({ stability }, model) => stability !== null && isSelectableModel(model),
  capabilities: stabilityCapabilities,
  create: ({ stability }) => new StabilityEngine(set(stability)),
};

/** Generates the models that are configured for it, or else those that no service offers. */
const WEBUI: ServiceEntry = {
  id: 'webui',
  paints: (config, model) =>
    config.webui !== null &&
    (config.webui.models ? Object.hasOwn(config.webui.models, model) : !STABILITY.paints(config, model)),
  capabilities: ({ webui }) => webuiCapabilities(set(webui)),
  create: ({ webui }) => new WebuiEngine(set(webui)),
};

const SERVICES: readonly ServiceEntry[] = [WEBUI, STABILITY];

export const engineFor = (config: Config, model: string): EngineEntry =>
  SERVICES.find(({ paints }) => paints(config, model)) ?? EMBEDDED;

export interface ImageEngines {
  readonly idByModel: Readonly<Record<string, EngineId>>;
  for(model: string): ImageEngine;
  close(): Promise<void>;
}

export const ENGINES = Symbol('ENGINES');

/** Created at the start, so that a wrong setting is reported then. */
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

import { isSelectableModel, type EngineId } from '@app/contracts';
import type { Config } from '../../../platform/config/config.js';
import type { EngineCapabilities, ImageEngine } from './image-engine.port.js';
import { stabilityCapabilities, StabilityEngine } from './stability/stability.engine.js';
import { createStudioEngine, studioCapabilities } from './studio.engine.js';
import { webuiCapabilities, WebuiEngine } from './webui/webui.engine.js';

/** What there is to know of an engine before it is made. */
export interface EngineEntry {
  id: EngineId;
  /** Whether it paints the model on this installation. */
  paints: (config: Config, model: string) => boolean;
  capabilities: (config: Config) => EngineCapabilities;
  create: (config: Config) => ImageEngine;
}

/** Paints whatever no other engine does. */
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

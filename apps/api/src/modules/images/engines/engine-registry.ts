import type { EngineId } from '@app/contracts';
import type { Config } from '../../../platform/config/config.js';
import type { EngineCapabilities, ImageEngine } from './image-engine.port.js';
import { createStudioEngine, studioCapabilities } from './studio.engine.js';

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

/** In the order in which they are asked whether they paint a model. */
const ENTRIES: readonly EngineEntry[] = [EMBEDDED];

/** The engine that paints a model on this installation. */
export const engineFor = (config: Config, model: string): EngineEntry =>
  ENTRIES.find(({ paints }) => paints(config, model)) ?? EMBEDDED;

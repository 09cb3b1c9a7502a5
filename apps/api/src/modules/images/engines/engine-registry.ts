import type { Config } from '../../../platform/config/config.js';
import type { ImageEngine } from './image-engine.port.js';
import { createStudioEngine } from './studio.engine.js';

interface EngineEntry {
  isConfigured: (config: Config) => boolean;
  create: (config: Config) => ImageEngine;
}

/** The first that is configured paints; the embedded one always is. */
const ENGINES: readonly EngineEntry[] = [{ isConfigured: () => true, create: createStudioEngine }];

/** The engine of this installation. */
export function createEngine(config: Config): ImageEngine {
  const entry = ENGINES.find(({ isConfigured }) => isConfigured(config));
  if (!entry) throw new Error('No image engine is configured');
  return entry.create(config);
}

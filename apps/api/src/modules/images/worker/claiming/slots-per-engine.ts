import type { EngineId } from '@app/contracts';
import type { ImageEngines } from '../../engines/engine-registry.js';

/** Generations of one engine that a worker makes at once: an engine that hangs leaves a slot for each of the others. */
export function slotsPerEngine(concurrency: number, engineByModel: Readonly<Record<string, EngineId>>): number {
  const engines = new Set(Object.values(engineByModel)).size;
  return Math.max(1, concurrency - (engines - 1));
}

/** Generations of each engine that a worker can begin at once: no more than the engine makes images at once. */
export function beginsAtOnce(concurrency: number, engines: ImageEngines): Map<EngineId, number> {
  const most = slotsPerEngine(concurrency, engines.idByModel);
  const byModel = Object.entries(engines.idByModel);
  return new Map(byModel.map(([model, engine]) => [engine, Math.min(most, engines.for(model).capabilities.parallel)]));
}

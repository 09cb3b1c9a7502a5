import type { EngineId } from '@app/contracts';

/** Generations of one engine that a worker makes at once: an engine that hangs leaves a slot for each of the others. */
export function slotsPerEngine(concurrency: number, engineByModel: Readonly<Record<string, EngineId>>): number {
  const engines = new Set(Object.values(engineByModel)).size;
  return Math.max(1, concurrency - (engines - 1));
}

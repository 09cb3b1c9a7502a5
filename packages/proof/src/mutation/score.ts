import type { Trial } from './try-change.js';

export interface ModuleScore {
  module: string;
  tried: number;
  killed: number;
}

const isKilled = ({ outcome }: Trial): boolean => outcome === 'killed' || outcome === 'timed out';

/** Tried and killed changes of each module, in the order of their names. */
export function scoreModules(trials: readonly Trial[]): ModuleScore[] {
  const modules = [...new Set(trials.map(({ change }) => change.module))].toSorted();
  return modules.map((module) => {
    const ofModule = trials.filter(({ change }) => change.module === module);
    return { module, tried: ofModule.length, killed: ofModule.filter(isKilled).length };
  });
}

export const killedShare = (trials: readonly Trial[]): number => trials.filter(isKilled).length / trials.length;

/** Twice the standard error of a share that was found in a sample of this size. */
export const samplingError = (share: number, size: number): number => 2 * Math.sqrt((share * (1 - share)) / size);

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

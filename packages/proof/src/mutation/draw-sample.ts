import { shuffle, type SeededRandom } from '../random.js';
import type { Change } from './find-changes.js';

/** Fewer say nothing about a module. */
const LEAST_OF_MODULE = 5;

/** `size` changes or a few more, from each module as many as its share of all changes, in a random order. */
export function drawSample(changes: readonly Change[], size: number, random: SeededRandom): Change[] {
  const modules = [...new Set(changes.map(({ module }) => module))];
  const drawn = modules.flatMap((name) => {
    const ofModule = changes.filter(({ module }) => module === name);
    const share = Math.round((size * ofModule.length) / changes.length);
    return shuffle(random, ofModule).slice(0, Math.max(share, LEAST_OF_MODULE));
  });
  return shuffle(random, drawn);
}

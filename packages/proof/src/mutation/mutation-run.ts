import { createTestServices, type TestServices } from '@app/sandbox/test-services';
import { PackageCopy } from '../mutants/package-copy.js';
import { Sources } from '../mutants/sources.js';
import { SeededRandom } from '../random.js';
import { drawSample } from './draw-sample.js';
import { findChanges, type Change } from './find-changes.js';
import { addProbeSettings, findReachingTests, type TestFile } from './reach.js';
import { tryChange, type Trial } from './try-change.js';

interface RunOptions {
  /** Such as `apps/api`. */
  folder: string;
  size: number;
  seed: number;
  /** No further change is tried after this. */
  timeLimitMs: number;
  /** Changes that are tried at the same time. */
  parallel: number;
  say: (text: string) => void;
}

export interface MutationReport {
  possible: number;
  drawn: number;
  trials: Trial[];
  /** Test files that fail without any change; they are not asked. */
  failing: string[];
  seconds: number;
}

interface Lane {
  copy: PackageCopy;
  services: TestServices;
}

/** A copy of the package and services of its own, so that changes do not meet. */
async function openLane(folder: string): Promise<Lane> {
  const copy = await PackageCopy.make(folder);
  await addProbeSettings(copy);
  return { copy, services: await createTestServices() };
}

async function closeLane({ copy, services }: Lane): Promise<void> {
  await services.stop();
  await copy.remove();
}

const shorten = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 100);

/** Where a change was made, and from what to what. */
export const describeChange = ({ path, line, operator, before, text }: Change): string =>
  `${path}:${line} ${operator}: ${shorten(before)} => ${shorten(text)}`;

/** Draws a sample of all changes of a package and tries one after the other. */
export async function runMutation({
  folder,
  size,
  seed,
  timeLimitMs,
  parallel,
  say,
}: RunOptions): Promise<MutationReport> {
  const start = performance.now();
  const sources = Sources.load();
  const possible = sources.pathsOf(folder).flatMap((path) => findChanges(path, sources.text(path)));
  const sample = drawSample(possible, size, new SeededRandom(seed));
  say(`${folder}: seed ${seed}, ${sample.length} of ${possible.length} changes`);
  const lanes = await Promise.all(Array.from({ length: parallel }, () => openLane(folder)));
  const trials: Trial[] = [];
  try {
    const [first] = lanes;
    if (!first) throw new Error('at least one change at a time');
    const { reaching, failing } = await findReachingTests(sample, sources, first);
    for (const file of failing) say(`fails without any change: ${file}`);
    const rest: (readonly [Change, TestFile[]])[] = sample.map((change, number) => [change, reaching[number] ?? []]);
    const work = async (lane: Lane): Promise<void> => {
      for (let next = rest.shift(); next && performance.now() - start < timeLimitMs; next = rest.shift()) {
        const trial = await tryChange(...next, sources, lane);
        trials.push(trial);
        say(`${trial.outcome}: ${describeChange(trial.change)} <- ${trial.by}`);
      }
    };
    await Promise.all(lanes.map(work));
    const seconds = Math.round((performance.now() - start) / 1_000);
    return { possible: possible.length, drawn: sample.length, trials, failing, seconds };
  } finally {
    for (const lane of lanes) await closeLane(lane);
  }
}

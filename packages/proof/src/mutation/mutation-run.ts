import { createTestServices, type TestServices } from '@app/sandbox/test-services';
import { PackageCopy } from '../mutants/package-copy.js';
import { Sources } from '../mutants/sources.js';
import { SeededRandom } from '../random.js';
import { drawSample } from './draw-sample.js';
import { findChanges, type Change } from './find-changes.js';
import { addProbeSettings, findReachingTests, type TestFile } from './reach.js';
import { orderByNearness, tryChange, type Trial } from './try-change.js';

/** Test files that are asked about a change in the first round, and in both. */
const NEAREST = 12;
const MOST = 42;
/** Of the time; the rest is for asking farther tests about what the nearest did not notice. */
const FIRST_ROUND = 0.7;

interface RunOptions {
  /** Such as `apps/api`. */
  folder: string;
  size: number;
  seed: number;
  /** Nothing further is tried after this. */
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

interface Question {
  change: Change;
  files: readonly TestFile[];
}

/** Takes one question after the other in each lane, and none after `until`. */
async function askAll(
  questions: readonly Question[],
  { lanes, sources, until, say }: { lanes: readonly Lane[]; sources: Sources; until: number; say: RunOptions['say'] },
): Promise<Trial[]> {
  const rest = [...questions];
  const trials: Trial[] = [];
  const work = async (lane: Lane): Promise<void> => {
    for (let next = rest.shift(); next && performance.now() < until; next = rest.shift()) {
      const trial = await tryChange(next.change, next.files, sources, lane);
      trials.push(trial);
      say(`${trial.outcome}: ${describeChange(trial.change)} <- ${trial.by}`);
    }
  };
  await Promise.all(lanes.map(work));
  return trials;
}

/** Draws a sample of all changes of a package, asks the nearest tests about each, and then farther ones about the rest. */
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
  try {
    const [first] = lanes;
    if (!first) throw new Error('at least one change at a time');
    const { reaching, failing } = await findReachingTests(sample, sources, first);
    for (const file of failing) say(`fails without any change: ${file}`);
    const ordered = new Map(sample.map((change, at) => [change, orderByNearness(change.path, reaching[at] ?? [])]));
    const filesOf = (change: Change, from: number, to: number) => (ordered.get(change) ?? []).slice(from, to);

    const all = sample.map((change) => ({ change, files: filesOf(change, 0, NEAREST) }));
    const nearest = await askAll(all, { lanes, sources, until: start + FIRST_ROUND * timeLimitMs, say });
    const unnoticed = nearest
      .filter(({ outcome }) => outcome === 'survived')
      .map(({ change }) => ({ change, files: filesOf(change, NEAREST, MOST) }))
      .filter(({ files }) => files.length > 0);
    say(`${unnoticed.length} of ${nearest.length} are asked of farther tests`);
    const farther = await askAll(unnoticed, { lanes, sources, until: start + timeLimitMs, say });

    const trials = nearest.map((trial) => farther.find(({ change }) => change === trial.change) ?? trial);
    const seconds = Math.round((performance.now() - start) / 1_000);
    return { possible: possible.length, drawn: sample.length, trials, failing, seconds };
  } finally {
    for (const lane of lanes) await closeLane(lane);
  }
}

import { THUMBNAIL_WIDTHS } from '@app/contracts';
import type { Bench } from '../context.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { syntheticPicture } from '../measure/synthetic-picture.js';
import { builtModule } from '../product/built-api.js';
import { atLeast, type Finding } from '../report/verdict.js';
import { naivePicture } from '../yardsticks/naive-pictures.js';

const SIDE = 1024;
const PICTURES = 5;
const FORMATS = ['jpeg', 'png'] as const;

/** The worker's image step. */
export interface PreparePicture {
  preparePicture: (bytes: Buffer, wanted: object) => Promise<unknown>;
}

/** CPU of this process, all threads, milliseconds a picture. */
async function cpuPerPicture(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let picture = 0; picture < PICTURES; picture += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / PICTURES;
}

/** What the worker does with a painted picture, beside a decode for each file that comes of it. */
export async function measurePictures({ rounds, say }: Bench): Promise<Finding[]> {
  const { preparePicture } = await builtModule<PreparePicture>('modules/images/jobs/picture/prepare-picture.js');
  const bytes = await syntheticPicture(SIDE);
  const widths = THUMBNAIL_WIDTHS.filter((width) => width < SIDE);
  const wanted = (format: string) => ({ width: SIDE, height: SIDE, format, sourceType: 'trainedAlgorithmicMedia' });
  const results = await inRounds(
    FORMATS.flatMap((format) => [
      { name: `own ${format}`, run: () => cpuPerPicture(() => preparePicture(bytes, wanted(format))) },
      { name: `naive ${format}`, run: () => cpuPerPicture(() => naivePicture(bytes, format, widths)) },
    ]),
    { rounds, warmUps: 1, onRound: (round) => say(`  round ${round} of ${rounds}`) },
  );
  const gain = (format: string) =>
    pairedRatio(resultsOf(results, `naive ${format}`), resultsOf(results, `own ${format}`));
  const cpu = (name: string, what: string): Finding => ({
    budget: '12',
    what,
    unit: 'ms',
    measured: spread(resultsOf(results, name)),
    goal: null,
  });
  return [
    {
      budget: '12',
      what: 'image step to JPEG: a decode for each file / worker, CPU',
      unit: 'ratio',
      measured: gain('jpeg'),
      goal: atLeast(1.9),
    },
    {
      budget: '12',
      what: 'image step to PNG: a decode for each file / worker, CPU',
      unit: 'ratio',
      measured: gain('png'),
      goal: atLeast(1.9),
    },
    cpu('own jpeg', 'image step to JPEG, CPU a picture'),
    cpu('own png', 'image step to PNG, CPU a picture'),
  ];
}

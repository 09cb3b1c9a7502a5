import { THUMBNAIL_WIDTHS } from '@app/contracts';
import { prepareImageNaively } from '../baselines/naive-images.js';
import type { Bench } from '../context.js';
import { measureInRounds } from '../measure/rounds.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { makeSyntheticImage } from '../measure/synthetic-image.js';
import { builtExport } from '../product/built-api.js';
import { atLeast, type Finding } from '../report.js';

const SIDE = 1024;
const IMAGES = 5;
const FORMATS = ['jpeg', 'png'] as const;

type PrepareImage = (bytes: Buffer, wanted: object) => Promise<unknown>;

/** CPU of all threads of this process, in milliseconds per image. */
async function cpuPerImage(prepare: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let image = 0; image < IMAGES; image += 1) await prepare();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / IMAGES;
}

/** CPU of the worker's image step, compared with one decode per file. */
export async function measureImageStep({ rounds, say }: Bench): Promise<Finding[]> {
  const prepareImage = await builtExport<PrepareImage>('prepareImage');
  const bytes = await makeSyntheticImage(SIDE);
  const widths = THUMBNAIL_WIDTHS.filter((width) => width < SIDE);
  const wanted = (format: string) => ({ width: SIDE, height: SIDE, format, sourceType: 'trainedAlgorithmicMedia' });
  const resultsOf = await measureInRounds(
    FORMATS.flatMap((format) => [
      { name: `own ${format}`, measure: () => cpuPerImage(() => prepareImage(bytes, wanted(format))) },
      { name: `naive ${format}`, measure: () => cpuPerImage(() => prepareImageNaively(bytes, format, widths)) },
    ]),
    { rounds, warmUps: 1, say },
  );
  return FORMATS.flatMap((format): Finding[] => [
    {
      what: `${format}: CPU, one decode per file / worker`,
      unit: 'ratio',
      measured: pairedRatio(resultsOf(`naive ${format}`), resultsOf(`own ${format}`)),
      goal: atLeast(1.9),
    },
    { what: `${format}: CPU of the worker per image`, unit: 'ms', measured: spread(resultsOf(`own ${format}`)) },
  ]);
}

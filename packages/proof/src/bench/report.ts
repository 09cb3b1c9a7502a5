import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeRun, PERFORMANCE_PAGE, table, updatePage } from '../document.js';
import { dataDir } from '../config.js';
import type { Spread } from './measure/statistics.js';

type Unit = 'ratio' | 'share' | 's' | 'ms' | 'us' | 'MB' | 'count';

export interface Goal {
  kind: 'at-least' | 'at-most';
  value: number;
}

export const atLeast = (value: number): Goal => ({ kind: 'at-least', value });
export const atMost = (value: number): Goal => ({ kind: 'at-most', value });

export interface Finding {
  what: string;
  unit: Unit;
  measured: Spread;
  /** Without a goal the figure is only recorded. */
  goal?: Goal;
  /** A promise: the command fails when it is not met, without tolerance. */
  mustHold?: boolean;
}

export interface BenchmarkResult {
  benchmark: string;
  /** Row of the table of goals, such as `P5`. */
  goal: string;
  title: string;
  run: string;
  findings: Finding[];
}

type Verdict = 'met' | 'within 20 %' | 'missed' | 'recorded';

/** The tolerance for a machine that others use too. */
const TOLERANCE = 0.2;

export function verdictOf({ measured: { median }, goal }: Pick<Finding, 'measured' | 'goal'>): Verdict {
  if (!goal) return 'recorded';
  const { kind, value } = goal;
  const reaches = (limit: number): boolean => (kind === 'at-least' ? median >= limit : median <= limit);
  if (reaches(value)) return 'met';
  return reaches(kind === 'at-least' ? value * (1 - TOLERANCE) : value * (1 + TOLERANCE)) ? 'within 20 %' : 'missed';
}

export const isBroken = (finding: Finding): boolean => finding.mustHold === true && verdictOf(finding) !== 'met';

const FORMATS: Record<Unit, { digits: number; suffix: string; scale?: number }> = {
  ratio: { digits: 2, suffix: '×' },
  share: { digits: 1, suffix: ' %', scale: 100 },
  s: { digits: 1, suffix: ' s' },
  ms: { digits: 1, suffix: ' ms' },
  us: { digits: 0, suffix: ' µs' },
  MB: { digits: 1, suffix: ' MB' },
  count: { digits: 0, suffix: '' },
};

/** `1.07× (1.01–1.12)`: the median with its quartiles, or a single value. */
export function formatMeasured({ measured: { q1, median, q3 }, unit }: Pick<Finding, 'measured' | 'unit'>): string {
  const { digits, suffix, scale = 1 } = FORMATS[unit];
  const format = (value: number): string => (value * scale).toFixed(digits);
  return q1 === q3 ? `${format(median)}${suffix}` : `${format(median)}${suffix} (${format(q1)}–${format(q3)})`;
}

export function formatGoal({ goal, unit }: Pick<Finding, 'goal' | 'unit'>): string {
  if (!goal) return '–';
  const { value } = goal;
  return `${goal.kind === 'at-least' ? '≥' : '≤'} ${formatMeasured({ measured: { q1: value, median: value, q3: value }, unit })}`;
}

const file = (benchmark: string): string => join(dataDir(), 'results', `${benchmark}.json`);

/** Keeps the latest result of each benchmark, so that the page can be written from several runs. */
export async function keepResult(
  result: Omit<BenchmarkResult, 'run'>,
  versions: Record<string, string>,
): Promise<void> {
  await mkdir(join(dataDir(), 'results'), { recursive: true });
  await writeFile(file(result.benchmark), JSON.stringify({ ...result, run: await describeRun({ versions }) }, null, 2));
}

const section = ({ goal, title, run, findings }: BenchmarkResult): string => {
  const rows = findings.map((finding) => [
    finding.what,
    formatGoal(finding),
    formatMeasured(finding),
    verdictOf(finding),
  ]);
  return `### ${goal}: ${title}\n\n${run}\n\n${table(['what', 'goal', 'median (quartiles)', 'verdict'], rows)}`;
};

export async function writeResults(benchmarks: readonly string[]): Promise<void> {
  const texts = await Promise.all(benchmarks.map((name) => readFile(file(name), 'utf8').catch(() => null)));
  const results = texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as BenchmarkResult]));
  await updatePage(PERFORMANCE_PAGE, { bench: results.map(section).join('\n\n') });
}

import type { TestServices } from '@app/sandbox/test-services';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { PackageCopy } from '../mutants/package-copy.js';
import { runJest } from '../mutants/run-jest.js';
import type { Sources } from '../mutants/sources.js';
import { applyChange, type Change } from './find-changes.js';
import { PROBED, type TestFile } from './reach.js';

export interface Trial {
  change: Change;
  /** `unreached`: no test executes the place. Both that and `survived` count against the score. */
  outcome: 'killed' | 'timed out' | 'survived' | 'unreached';
  /** The test that failed and its reason, or how many test files passed. */
  by: string;
}

const LEAST_TIMEOUT_MS = 180_000;
const SLOWER = 10;
/** Of one test: five times as long as the slowest of the files takes in all, without the change. */
const LEAST_TEST_TIMEOUT_MS = 20_000;
const TEST_SLOWER = 5;

const wordsOf = (path: string): Set<string> =>
  new Set(path.split(/[^a-z0-9]+/i).filter((word) => !['src', 'ts', 'tsx', 'spec', 'db', 'modules'].includes(word)));

/** Test files whose path shares most words with the changed file, then the quickest ones. */
export function orderByNearness(path: string, files: readonly TestFile[]): TestFile[] {
  const wanted = wordsOf(path.split('/').slice(2).join('/'));
  const sharedWith = (file: TestFile): number => [...wordsOf(file.path)].filter((word) => wanted.has(word)).length;
  return files.toSorted((one, other) => sharedWith(other) - sharedWith(one) || one.seconds - other.seconds);
}

/** Runs tests that reach a change until one of them fails. */
export async function tryChange(
  change: Change,
  files: readonly TestFile[],
  sources: Sources,
  { copy, services }: { copy: PackageCopy; services: TestServices },
): Promise<Trial> {
  if (files.length === 0) return { change, outcome: 'unreached', by: '' };
  const paths = files.map(({ path }) => path);
  const seconds = files.reduce((sum, file) => sum + file.seconds, 0);
  const slowest = Math.max(...files.map((file) => file.seconds));
  const testTimeoutMs = Math.max(LEAST_TEST_TIMEOUT_MS, Math.ceil(slowest * TEST_SLOWER * 1_000));
  const changed = new Map([[change.path, applyChange(change, sources.text(change.path))]]);
  const failures = join(copy.dir, 'test-results', 'failures.txt');
  await writeFile(failures, '');
  const report = await copy.withChanges(changed, sources, () =>
    runJest([...PROBED, '--runInBand', '--bail', '--runTestsByPath', ...paths], {
      copy,
      services,
      timeoutMs: Math.max(LEAST_TIMEOUT_MS, seconds * SLOWER * 1_000),
      env: {
        DRAW_WHOLE: '1',
        MUTATION_ORDER: JSON.stringify(paths),
        MUTATION_FAILURES: failures,
        MUTATION_TEST_TIMEOUT_MS: String(testTimeoutMs),
      },
    }),
  );
  const [failure] = (await readFile(failures, 'utf8')).split('\n').filter((line) => line !== '');
  if (failure !== undefined) {
    const outcome = failure.includes('Exceeded timeout') ? 'timed out' : 'killed';
    return { change, outcome, by: describeFailure(failure) };
  }
  return report
    ? { change, outcome: 'survived', by: `${report.testResults.length} test files` }
    : { change, outcome: 'timed out', by: '' };
}

function describeFailure(line: string): string {
  const { file, title, message } = JSON.parse(line) as { file: string; title: string; message: string };
  const [reason = ''] = stripVTControlCharacters(message).split('\n');
  return `${file}: ${title} (${reason.slice(0, 120)})`;
}

import type { TestServices } from '@app/sandbox/test-services';
import { cp, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageCopy } from '../mutants/package-copy.js';
import { runJest } from '../mutants/run-jest.js';
import type { Sources } from '../mutants/sources.js';
import type { Change } from './find-changes.js';

const PROBES = join(import.meta.dirname, '..', '..', 'test', 'mutation');
export const PROBED = ['-c', 'mutation.config.mjs'];
const TIMEOUT_MS = 60 * 60_000;

/** The source with a call of `__reach` at each change, given with its number. */
export function insertProbes(source: string, changes: readonly (readonly [number, Change])[]): string {
  const insertions = changes.flatMap(([number, { probe }]): [number, string][] => {
    const call = `globalThis.__reach?.(${number})`;
    return 'before' in probe
      ? [[probe.before, `${call};`]]
      : [
          [probe.from, `(${call}, `],
          [probe.to, ')'],
        ];
  });
  return insertions
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [at, inserted]) => text.slice(0, at) + inserted + text.slice(at), source);
}

export const addProbeSettings = (copy: PackageCopy): Promise<void> => cp(PROBES, copy.dir, { recursive: true });

/** A test file that passes without any change. */
export interface TestFile {
  path: string;
  seconds: number;
}

/** Runs the whole suite once. Answers the passing test files that reach each change, and those that fail by themselves. */
export async function findReachingTests(
  changes: readonly Change[],
  sources: Sources,
  { copy, services }: { copy: PackageCopy; services: TestServices },
): Promise<{ reaching: TestFile[][]; failing: string[] }> {
  const paths = [...new Set(changes.map(({ path }) => path))];
  const probed = paths.map((path): [string, string] => {
    const ofFile = [...changes.entries()].filter(([, change]) => change.path === path);
    return [path, insertProbes(sources.text(path), ofFile)];
  });
  const reached = join(copy.dir, 'test-results', 'reached.txt');
  await writeFile(reached, '');
  const report = await copy.withChanges(new Map(probed), sources, () =>
    runJest(PROBED, { copy, services, timeoutMs: TIMEOUT_MS, env: { MUTATION_REACHED: reached, DRAW_WHOLE: '1' } }),
  );
  if (!report) throw new Error('the suite with probes did not come to an end');
  const folder = await realpath(copy.dir);
  const inPackage = (path: string): string => path.slice(folder.length + 1);
  const files = report.testResults.map(({ name, status, startTime, endTime }) => ({
    path: inPackage(name),
    hasPassed: status === 'passed',
    seconds: (endTime - startTime) / 1_000,
  }));
  const lines = (await readFile(reached, 'utf8')).split('\n').filter((line) => line !== '');
  const pairs = new Set(lines.map((line) => line.replace(`${folder}/`, '')));
  return {
    reaching: changes.map((_, number) => files.filter((one) => one.hasPassed && pairs.has(`${number} ${one.path}`))),
    failing: files.filter(({ hasPassed }) => !hasPassed).map(({ path }) => path),
  };
}

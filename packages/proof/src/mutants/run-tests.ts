import type { TestServices } from '@app/sandbox/test-services';
import { stripVTControlCharacters } from 'node:util';
import type { Mutant } from './mutant.js';
import type { PackageCopy } from './package-copy.js';
import { runJest, type Report, type Result } from './run-jest.js';

const TIMEOUT_MS = 300_000;

export interface Verdict {
  /** `noticed`: a test failed by an assertion. `unnoticed`: all passed. `broken`: the run proves nothing. */
  outcome: 'noticed' | 'unnoticed' | 'broken';
  failed: number;
  by: string;
}

/** Messages of `expect` and of helpers that wait for a condition; any other error may be a crash of the mutant. */
const ASSERTION = /expect\(|waited \d+ ms in vain/;

export function verdictOf(report: Report, symptom?: string): Verdict {
  const signs = symptom === undefined ? [ASSERTION] : [ASSERTION, new RegExp(symptom)];
  const isSign = ({ failureMessages }: Result): boolean =>
    failureMessages.some((message) => signs.some((sign) => sign.test(stripVTControlCharacters(message))));
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === 'failed');
  const first = failed.find(isSign);
  if (report.numRuntimeErrorTestSuites > 0) {
    const [suite] = report.testResults;
    return { outcome: 'broken', failed: failed.length, by: stripVTControlCharacters(suite?.message ?? '') };
  }
  if (first) return { outcome: 'noticed', failed: failed.length, by: first.fullName };
  if (failed.length > 0) {
    const by = stripVTControlCharacters(failed[0]?.failureMessages[0] ?? '');
    return { outcome: 'broken', failed: failed.length, by };
  }
  if (report.numPassedTests === 0) return { outcome: 'broken', failed: 0, by: 'no test was run' };
  return { outcome: 'unnoticed', failed: 0, by: `${report.numPassedTests} passed` };
}

/** Runs the tests that must notice a mutant, in a copy that contains it. `testPath` is relative to the repository. */
export async function runTests(
  testPath: string,
  { title, symptom }: Pick<Mutant, 'title' | 'symptom'>,
  copy: PackageCopy,
  services: TestServices,
): Promise<Verdict> {
  const report = await runJest(
    ['--runTestsByPath', testPath.split('/').slice(2).join('/'), ...(title === undefined ? [] : ['-t', title])],
    // As many rounds of a race as the long suites play, and every case.
    { copy, services, timeoutMs: TIMEOUT_MS, env: { RACE_ROUNDS: '200', DRAW_WHOLE: '1' } },
  );
  return report ? verdictOf(report, symptom) : { outcome: 'broken', failed: 0, by: 'the tests did not come to an end' };
}

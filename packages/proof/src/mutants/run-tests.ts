import type { TestServices } from '@app/sandbox/test-services';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { childEnvironment } from '../config.js';
import type { Mutant } from './mutant.js';
import type { PackageCopy } from './package-copy.js';

export interface Verdict {
  /** `noticed`: a test failed by an assertion. `unnoticed`: all passed. `broken`: the run proves nothing. */
  outcome: 'noticed' | 'unnoticed' | 'broken';
  failed: number;
  by: string;
}

interface Report {
  numPassedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { message: string; assertionResults: Result[] }[];
}
interface Result {
  status: string;
  fullName: string;
  failureMessages: string[];
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

const JEST = 'node_modules/jest/bin/jest.js';
const TIMEOUT_MS = 300_000;

/** The Postgres and Redis of the suite, and as many rounds of a race as the long suites play. */
const environment = ({ databaseUrl, redisUrl }: TestServices): Record<string, string> => ({
  TEST_DATABASE_URL: databaseUrl,
  TEST_REDIS_URL: redisUrl,
  RACE_ROUNDS: '200',
});

/** Runs the tests that must notice a mutant, in a copy that contains it. `testPath` is relative to the repository. */
export async function runTests(
  testPath: string,
  { title, symptom }: Pick<Mutant, 'title' | 'symptom'>,
  copy: PackageCopy,
  services: TestServices,
): Promise<Verdict> {
  const output = join(copy.dir, 'test-results', 'mutant.json');
  await rm(output, { force: true });
  const jest = spawn(
    process.execPath,
    [JEST, '--ci', '--forceExit', '--silent', '--json', '--outputFile', output].concat(
      ['--runTestsByPath', testPath.split('/').slice(2).join('/')],
      title === undefined ? [] : ['-t', title],
    ),
    {
      cwd: copy.dir,
      stdio: 'ignore',
      timeout: TIMEOUT_MS,
      env: { ...childEnvironment, ...environment(services) },
    },
  );
  await once(jest, 'close');
  const said = await readFile(output, 'utf8').catch(() => null);
  if (said === null) return { outcome: 'broken', failed: 0, by: 'the tests did not come to an end' };
  return verdictOf(JSON.parse(said) as Report, symptom);
}

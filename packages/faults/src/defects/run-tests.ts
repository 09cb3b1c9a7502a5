import type { TestServices } from '@app/sandbox/test-services';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { surroundings } from '../config.js';
import type { Defect } from './defect.js';
import type { PrivateCopy } from './private-copy.js';

/** What tests say of a damaged copy. */
export interface Verdict {
  /** `noticed`: a test failed by an assertion. `unnoticed`: all passed. `broken`: they could not say anything. */
  outcome: 'noticed' | 'unnoticed' | 'broken';
  /** Tests that failed. */
  failed: number;
  /** The first of them, or why nothing was learned. */
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

/** Of `expect`, or of a helper that waited for something in vain; any other error may be the damage's own crash. */
const ASSERTION = /expect\(|waited \d+ ms in vain/;

/** `symptom`: see `Defect`. */
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
/** A defect may let a test wait for ever; that is no assertion. */
const MOST_MS = 300_000;

/** Runs the tests that should notice a defect, in a copy that has it. */
export async function runTests(
  { test, only, symptom }: Pick<Defect, 'test' | 'only' | 'symptom'>,
  copy: PrivateCopy,
  services: TestServices,
): Promise<Verdict> {
  const output = join(copy.dir, 'test-results', 'defect.json');
  await rm(output, { force: true });
  const jest = spawn(
    process.execPath,
    [JEST, '-c', copy.config, '--ci', '--silent', '--json', '--outputFile', output].concat(
      ['--runTestsByPath', join('src', test)],
      only === undefined ? [] : ['-t', only],
    ),
    {
      cwd: copy.dir,
      stdio: 'ignore',
      timeout: MOST_MS,
      env: { ...surroundings, TEST_DATABASE_URL: services.databaseUrl, TEST_REDIS_URL: services.redisUrl },
    },
  );
  await once(jest, 'close');
  const said = await readFile(output, 'utf8').catch(() => null);
  if (said === null) return { outcome: 'broken', failed: 0, by: 'the tests did not come to an end' };
  return verdictOf(JSON.parse(said) as Report, symptom);
}

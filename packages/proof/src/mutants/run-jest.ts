import type { TestServices } from '@app/sandbox/test-services';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnvironment } from '../config.js';
import type { PackageCopy } from './package-copy.js';

export interface Report {
  numPassedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: FileResult[];
}
interface FileResult {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  message: string;
  assertionResults: Result[];
}
export interface Result {
  status: string;
  fullName: string;
  failureMessages: string[];
}

const JEST = 'node_modules/jest/bin/jest.js';

export interface JestRun {
  copy: PackageCopy;
  services: TestServices;
  timeoutMs: number;
  env?: Record<string, string>;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs Jest in a copy of a package. Null: it did not end in time or left no report. */
export async function runJest(
  args: readonly string[],
  { copy, services, timeoutMs, env }: JestRun,
): Promise<Report | null> {
  const output = join(copy.dir, 'test-results', 'mutant.json');
  await rm(output, { force: true });
  const jest = spawn(
    process.execPath,
    [JEST, '--ci', '--forceExit', '--silent', '--json', '--outputFile', output, ...args],
    {
      cwd: copy.dir,
      stdio: 'ignore',
      // A group of its own, because tests start processes.
      detached: true,
      env: {
        ...childEnvironment,
        TEST_DATABASE_URL: services.databaseUrl,
        TEST_REDIS_URL: services.redisUrl,
        ...env,
      },
    },
  );
  const stop = (): void => killGroup(jest.pid);
  const timer = setTimeout(stop, timeoutMs);
  process.once('exit', stop);
  await once(jest, 'close');
  clearTimeout(timer);
  process.off('exit', stop);
  // What its tests had started, when it ended amid one.
  stop();
  const said = await readFile(output, 'utf8').catch(() => null);
  return said === null ? null : (JSON.parse(said) as Report);
}

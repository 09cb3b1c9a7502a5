import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorField } from './error-field.js';

const run = promisify(execFile);

/** Thrown when a data folder is in use; the caller may end `pid` if it knows that it is a leftover of its own. */
export class AlreadyRunningError extends Error {
  constructor(
    service: string,
    dir: string,
    readonly pid: number,
  ) {
    super(`${service} already runs on ${dir} (process ${pid}). Stop it first.`);
    this.name = 'AlreadyRunningError';
  }
}

/**
 * Removes the pid file that a process which is gone left behind.
 * A pid is given out again, above all in a fresh container, so a living pid counts only if it runs `program`.
 * @throws AlreadyRunningError if the process is really there.
 */
export async function clearStalePidFile(file: string, program: string, service: string, dir: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number.parseInt(text, 10);
  // Only as the name of a program: `postgres.db.spec.ts` among the arguments of another one does not count.
  const runsProgram = new RegExp(`(^|/)${program}([\\0\\s]|$)`);
  if (pid > 0 && runsProgram.test(await commandOf(pid))) throw new AlreadyRunningError(service, dir, pid);
  await rm(file, { force: true });
}

async function commandOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorField(error, 'code') !== 'EPERM') return '';
  }
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (fromProc !== undefined) return fromProc;
  return run('ps', ['-p', String(pid), '-o', 'command=']).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

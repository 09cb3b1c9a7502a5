import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorField } from './error-field.js';

const run = promisify(execFile);

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

/** Pids are reused, so a living pid counts only if it runs `program`. @throws AlreadyRunningError */
export async function clearStalePidFile(file: string, program: string, service: string, dir: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number.parseInt(text, 10);
  // Does not match `postgres.db.spec.ts` in the arguments of another program.
  const runsProgram = new RegExp(`(^|/)${program}([\\0\\s]|$)`);
  if (pid > 0 && runsProgram.test(await commandOf(pid))) throw new AlreadyRunningError(service, dir, pid);
  await rm(file, { force: true });
}

/** Also a process of another account. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorField(error, 'code') === 'EPERM';
  }
}

async function commandOf(pid: number): Promise<string> {
  if (!isRunning(pid)) return '';
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (fromProc !== undefined) return fromProc;
  return run('ps', ['-p', String(pid), '-o', 'command=']).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.js';

/** A pid alone is not enough, because pids are reused, especially in fresh containers. */
export interface ProcessRecord {
  pid: number;
  identity: string;
}

/** Boot id and start time of a process; undefined if it does not exist or is a zombie. */
export function identify(pid: number): string | undefined {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

function identifyByProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may contain spaces and parentheses itself.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const startTicks = rest[18];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${startTicks}`;
  } catch {
    return undefined;
  }
}

function identifyByPs(pid: number): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
  });
  const [, state, started] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout ?? '') ?? [];
  return status === 0 && started && !state?.startsWith('Z') ? started : undefined;
}

export const isAlive = (record: ProcessRecord): boolean => identify(record.pid) === record.identity;

export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Sends each signal in turn and waits `timeoutMs` after each, until the process has ended. */
export async function endProcess(
  record: ProcessRecord,
  signals: readonly NodeJS.Signals[],
  timeoutMs: number,
): Promise<void> {
  for (const signal of signals) {
    if (!isAlive(record) || !signalProcess(record.pid, signal)) return;
    const end = Date.now() + timeoutMs;
    while (isAlive(record) && Date.now() < end) await wait(25);
  }
}

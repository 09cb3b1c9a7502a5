import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.js';

/** A process as it can be found again later: a pid alone is given out anew, above all in a fresh container. */
export interface ProcessRecord {
  pid: number;
  identity: string;
}

/**
 * What tells the process `pid` from a later one with the same number: the boot and its start time.
 * undefined if there is no such process, or only a zombie.
 */
export function identify(pid: number): string | undefined {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

function identifyByProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may hold spaces and parentheses itself; what follows the last one is regular.
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

/** Whether exactly this process still runs. */
export const isAlive = (record: ProcessRecord): boolean => identify(record.pid) === record.identity;

/** Sends `signal` to a process (or, by a negative pid, a group); false if it is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Sends `signals` one after the other, each given `patienceMs` to work, until exactly this process has ended. */
export async function endProcess(
  record: ProcessRecord,
  signals: readonly NodeJS.Signals[],
  patienceMs: number,
): Promise<void> {
  for (const signal of signals) {
    if (!isAlive(record) || !signalProcess(record.pid, signal)) return;
    const end = Date.now() + patienceMs;
    while (isAlive(record) && Date.now() < end) await wait(25);
  }
}

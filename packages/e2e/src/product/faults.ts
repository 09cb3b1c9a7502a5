import { until } from '@app/api/test-support/until';
import type { LaunchOptions, PartName } from '@app/launcher';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from './product.js';

const run = promisify(execFile);

/** Short enough to wait for; limits are not tested here. */
export const SHORT_TIMES = {
  GENERATION_DEADLINE_SECONDS: '90',
  GENERATION_LEASE_SECONDS: '3',
  SWEEP_SECONDS: '1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  IN_FLIGHT_FREE: '100',
  FREE_ALLOWANCE: 'none',
};

/** Long enough for a busy machine. */
const TIMEOUT_MS = 120_000;

/** Steps at which the API (the first three) and the worker can be killed or paused. */
export type Step =
  | 'admitted'
  | 'committed'
  | 'enqueued'
  | 'dequeued'
  | 'claimed'
  | 'painted'
  | 'prepared'
  | 'named'
  | 'stored'
  | 'closed'
  | 'finished';

const isPaused = async (pid: number): Promise<boolean> =>
  (await run('ps', ['-o', 'stat=', '-p', String(pid)])).stdout.startsWith('T');

/** Injects faults into the processes of a product at exact steps. */
export class Faults {
  readonly options: LaunchOptions;
  private readonly dir = mkdtempSync(join(tmpdir(), 'faults-'));

  constructor(env: Record<string, string> = {}) {
    const part = { APP_MODE: 'test', FAIL_POINTS_DIR: this.dir };
    this.options = { env: { ...SHORT_TIMES, ...env }, partEnv: { api: part, worker: part } };
  }

  /** Kills or pauses (until SIGCONT), once, the next process that reaches `step`. */
  async arm(step: Step, action: 'kill' | 'pause'): Promise<void> {
    // Renamed atomically, so that no process reads a fault without its action.
    const draft = join(this.dir, `new-${step}`);
    await writeFile(draft, action);
    await rename(draft, join(this.dir, step));
  }

  /** Resolves with the process id, once a paused process stands still. Throws after `withinMs`. */
  async waitFor(step: Step, withinMs = TIMEOUT_MS): Promise<number> {
    await until(async () => (await this.findTrace(step)) !== undefined, withinMs);
    const name = (await this.findTrace(step)) ?? '';
    const [trace, pid] = [join(this.dir, name), Number(name.split('.')[1])];
    // It renames the file first: a SIGCONT sent before its SIGSTOP would be lost.
    if ((await readFile(trace, 'utf8')) === 'pause') await until(() => isPaused(pid), withinMs);
    await rm(trace);
    return pid;
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true });
  }

  private async findTrace(step: Step): Promise<string | undefined> {
    return (await readdir(this.dir)).find((name) => name.startsWith(`${step}.`));
  }
}

export async function restartAfterFault({ running }: Product, part: PartName): Promise<void> {
  await until(() => running.pid(part) === undefined, TIMEOUT_MS);
  await running.start(part);
}

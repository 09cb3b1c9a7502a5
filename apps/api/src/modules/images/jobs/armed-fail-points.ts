import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../platform/config/config.js';
import { noFailPoints, type FailPoints, type FailStep } from './fail-points.js';

const SIGNALS: Record<string, NodeJS.Signals> = { kill: 'SIGKILL', pause: 'SIGSTOP' };

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Fail points of a real process: a file in `dir` with the name of a step says what happens to the process that reaches
 * it next, `kill` or `pause`. Once: the file is renamed to `<step>.<process id>` first, so of several processes one acts.
 */
export class ArmedFailPoints implements FailPoints {
  constructor(private readonly dir: string) {}

  async reach(step: FailStep): Promise<void> {
    const taken = join(this.dir, `${step}.${process.pid}`);
    try {
      await rename(join(this.dir, step), taken);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    const action = (await readFile(taken, 'utf8')).trim();
    const signal = SIGNALS[action];
    if (!signal) throw new Error(`${step}: there is no fault called ${action}`);
    process.kill(process.pid, signal);
  }
}

/** Those of this process: none, unless a test run names a folder. */
export const createFailPoints = ({ failPointsDir }: Config): FailPoints =>
  failPointsDir === null ? noFailPoints : new ArmedFailPoints(failPointsDir);

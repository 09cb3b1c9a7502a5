import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../platform/config/config.js';
import { noFailPoints, type FailPoints, type FailStep } from './fail-points.js';

const SIGNALS: Record<string, NodeJS.Signals> = { kill: 'SIGKILL', pause: 'SIGSTOP' };

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const unlessMissing = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

/** A file in `dir` named after a step kills or pauses the process that reaches it next, by renaming the file. */
export class ArmedFailPoints implements FailPoints {
  constructor(private readonly dir: string) {}

  async reach(step: FailStep): Promise<void> {
    const file = join(this.dir, step);
    const action = await readFile(file, 'utf8').catch(unlessMissing);
    if (action === null) return;
    const signal = SIGNALS[action];
    if (!signal) throw new Error(`${step}: there is no fault called ${action}`);
    const isOurs = await rename(file, `${file}.${process.pid}`).then(() => true, unlessMissing);
    if (isOurs) process.kill(process.pid, signal);
  }
}

/** None, unless a test run names a folder. */
export const createFailPoints = ({ failPointsDir }: Config): FailPoints =>
  failPointsDir === null ? noFailPoints : new ArmedFailPoints(failPointsDir);

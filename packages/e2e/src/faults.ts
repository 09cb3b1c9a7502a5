import { until } from '@app/api/test-support/until';
import type { LaunchOptions, PartName } from '@app/launcher';
import { afterAll } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from './product.js';

/** Times short enough to wait for, and limits that are not what is tested. */
export const SHORT_TIMES = {
  GENERATION_DEADLINE_SECONDS: '90',
  GENERATION_LEASE_SECONDS: '3',
  SWEEP_SECONDS: '1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  IN_FLIGHT_FREE: '100',
  FREE_ALLOWANCE: 'none',
};

const HAPPENED_MS = 40_000;

/** Steps at which API (the first three) and worker can be told to die or sleep. */
export type Step =
  | 'admitted'
  | 'committed'
  | 'rung'
  | 'dequeued'
  | 'claimed'
  | 'painted'
  | 'prepared'
  | 'named'
  | 'stored'
  | 'closed'
  | 'finished';

export interface Faults {
  /** What `useProduct` needs, so that its processes look for faults. */
  options: LaunchOptions;
  /** The process that reaches `step` next is killed, or paused until SIGCONT. Once. */
  arm(step: Step, action: 'kill' | 'pause'): Promise<void>;
  /** Waits until the fault of `step` happened, and answers to which process. Throws when nobody reaches it `withinMs`. */
  happened(step: Step, withinMs?: number): Promise<number>;
}

/** Faults that hit real processes at exact steps. To be called before `useProduct`. */
export function useFaults(env: Record<string, string> = {}): Faults {
  const dir = mkdtempSync(join(tmpdir(), 'faults-'));
  afterAll(() => rm(dir, { recursive: true }));
  const part = { APP_MODE: 'test', FAIL_POINTS_DIR: dir };
  const took = async (step: Step): Promise<string | undefined> =>
    (await readdir(dir)).find((name) => name.startsWith(`${step}.`));
  return {
    options: { env: { ...SHORT_TIMES, ...env }, partEnv: { api: part, worker: part } },
    // In one piece: a process that came by between the making of the file and its words would read a fault without a name.
    arm: async (step, action) => {
      const draft = join(dir, `new-${step}`);
      await writeFile(draft, action);
      await rename(draft, join(dir, step));
    },
    happened: async (step, withinMs = HAPPENED_MS) => {
      await until(async () => (await took(step)) !== undefined, withinMs);
      const file = await took(step);
      await rm(join(dir, file ?? ''));
      return Number(file?.split('.')[1]);
    },
  };
}

/** Waits until a part has died of a fault, and starts it again. */
export async function comesBack({ running }: Product, part: PartName): Promise<void> {
  await until(() => running.pid(part) === undefined);
  await running.start(part);
}

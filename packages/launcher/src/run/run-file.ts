import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { z } from 'zod';
import { PART_NAMES, type PartName } from '../parts/part.js';
import { endProcess, identify, isAlive, signalProcess, type ProcessRecord } from '../processes/identity.js';

/** A lock left behind by a killed start expires after `stale` ms. */
const LOCK_OPTIONS = { realpath: false, stale: 2000, retries: { retries: 100, minTimeout: 50, maxTimeout: 50 } };

const Process = { pid: z.int().positive(), identity: z.string() };
const Owner = z.object({ ...Process, url: z.string().optional() });
type Owner = z.infer<typeof Owner>;
const PartRecord = z.object({ ...Process, name: z.enum(PART_NAMES) });
export type PartRecord = z.infer<typeof PartRecord>;

export class AlreadyRunningError extends Error {
  constructor(
    readonly pid: number,
    readonly url: string | undefined,
  ) {
    super(url ? `It already runs at ${url} (process ${pid}).` : `Another start is under way (process ${pid}).`);
    this.name = 'AlreadyRunningError';
  }
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function writeAtomically(file: string, content: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(content, null, 2));
  renameSync(unfinished, file);
}

export class RunFile {
  readonly #owner: string;
  readonly #parts: string;
  readonly #own: ProcessRecord = { pid: process.pid, identity: identify(process.pid) ?? '' };

  constructor(dataDir: string) {
    this.#owner = join(dataDir, 'launcher.json');
    this.#parts = join(dataDir, 'processes.json');
  }

  /** Ownership is a process, not a renewed lock: a killed launcher blocks no start. @throws AlreadyRunningError */
  async claim(): Promise<void> {
    const unlock = await lockfile.lock(this.#owner, LOCK_OPTIONS);
    try {
      this.assertFree();
      writeAtomically(this.#owner, this.#own);
    } finally {
      await unlock();
    }
  }

  /** @throws AlreadyRunningError */
  assertFree(): void {
    const owner = read(this.#owner, Owner);
    if (owner && isAlive(owner)) throw new AlreadyRunningError(owner.pid, owner.url);
  }

  recordUrl(url: string): void {
    const content: Owner = { ...this.#own, url };
    writeAtomically(this.#owner, content);
  }

  recordParts(parts: readonly { name: PartName; pid: number | undefined }[]): void {
    const records = parts.flatMap(({ name, pid }): PartRecord[] => {
      const identity = pid === undefined ? undefined : identify(pid);
      return pid === undefined || identity === undefined ? [] : [{ name, pid, identity }];
    });
    writeAtomically(this.#parts, records);
  }

  /** Processes of an earlier run that are still alive; reused pids are left out. */
  listLeftovers(): PartRecord[] {
    return (read(this.#parts, z.array(PartRecord)) ?? []).filter(isAlive);
  }

  release(): void {
    const owner = read(this.#owner, Owner);
    if (owner?.pid === this.#own.pid && owner.identity === this.#own.identity) {
      rmSync(this.#parts, { force: true });
      rmSync(this.#owner, { force: true });
    }
  }
}

export async function endLeftovers(leftovers: readonly PartRecord[], timeoutMs = 10_000): Promise<void> {
  for (const name of PART_NAMES.toReversed()) {
    for (const record of leftovers.filter((leftover) => leftover.name === name && isAlive(leftover))) {
      // Postgres takes SIGTERM as "wait for all clients to disconnect".
      const first = name === 'postgres' ? (['SIGINT', 'SIGQUIT'] as const) : (['SIGTERM'] as const);
      await endProcess(record, [...first, 'SIGKILL'], timeoutMs);
      // Each part leads an own group, which contains the processes it started.
      signalProcess(-record.pid, 'SIGKILL');
    }
  }
}

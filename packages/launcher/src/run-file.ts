import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { z } from 'zod';
import { PART_NAMES, type PartName } from './parts/part.js';
import { endProcess, identify, isAlive, signalProcess, type ProcessRecord } from './processes/identity.js';

/** Held for milliseconds; one that a killed start left behind is taken over after `stale` ms. */
const LOCK_OPTIONS = { realpath: false, stale: 2000, retries: { retries: 100, minTimeout: 50, maxTimeout: 50 } };

const Process = { pid: z.int().positive(), identity: z.string() };
/** `url`: known once the product is up. */
const Owner = z.object({ ...Process, url: z.string().optional() });
type Owner = z.infer<typeof Owner>;
const PartRecord = z.object({ ...Process, name: z.enum(PART_NAMES) });
export type PartRecord = z.infer<typeof PartRecord>;

/** Another launcher works on the same data. */
export class AlreadyRunningError extends Error {
  constructor(
    readonly pid: number,
    readonly url: string | undefined,
  ) {
    super(url ? `It already runs at ${url} (process ${pid}).` : `Another start is under way (process ${pid}).`);
    this.name = 'AlreadyRunningError';
  }
}

/** undefined if the file is absent or was not written by us to the end. */
function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function writeWhole(file: string, content: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(content, null, 2));
  renameSync(unfinished, file);
}

/** Records which launcher owns a data folder and which processes belong to it, also for the start after a kill. */
export class RunFile {
  readonly #owner: string;
  readonly #parts: string;
  readonly #own: ProcessRecord = { pid: process.pid, identity: identify(process.pid) ?? '' };

  constructor(dataDir: string) {
    this.#owner = join(dataDir, 'launcher.json');
    this.#parts = join(dataDir, 'processes.json');
  }

  /**
   * Takes the data folder for this process. The owner is known by its process rather than by a lock that it keeps
   * renewing: a killed launcher blocks no start, and one on a sleeping machine loses nothing.
   * @throws AlreadyRunningError if a living launcher has it.
   */
  async take(): Promise<void> {
    const unlock = await lockfile.lock(this.#owner, LOCK_OPTIONS);
    try {
      const owner = read(this.#owner, Owner);
      if (owner && isAlive(owner)) throw new AlreadyRunningError(owner.pid, owner.url);
      writeWhole(this.#owner, this.#own);
    } finally {
      await unlock();
    }
  }

  /** Says where the product is reached, for a second start to tell. */
  announce(url: string): void {
    const content: Owner = { ...this.#own, url };
    writeWhole(this.#owner, content);
  }

  /** Remembers what runs now. */
  record(parts: readonly { name: PartName; pid: number | undefined }[]): void {
    const records = parts.flatMap(({ name, pid }): PartRecord[] => {
      const identity = pid === undefined ? undefined : identify(pid);
      return pid === undefined || identity === undefined ? [] : [{ name, pid, identity }];
    });
    writeWhole(this.#parts, records);
  }

  /** Processes of an earlier run that still live; a pid that meanwhile belongs to another program is not among them. */
  leftovers(): PartRecord[] {
    return (read(this.#parts, z.array(PartRecord)) ?? []).filter(isAlive);
  }

  /** Gives the data folder back. */
  release(): void {
    const owner = read(this.#owner, Owner);
    if (owner?.pid === this.#own.pid && owner.identity === this.#own.identity) {
      rmSync(this.#parts, { force: true });
      rmSync(this.#owner, { force: true });
    }
  }
}

/** Ends what a killed launcher left behind, in the order in which it would have been stopped. */
export async function endLeftovers(leftovers: readonly PartRecord[], patienceMs = 10_000): Promise<void> {
  for (const name of PART_NAMES.toReversed()) {
    for (const record of leftovers.filter((leftover) => leftover.name === name && isAlive(leftover))) {
      // Postgres takes SIGTERM as "wait until everybody has left".
      const first = name === 'postgres' ? (['SIGINT', 'SIGQUIT'] as const) : (['SIGTERM'] as const);
      await endProcess(record, [...first, 'SIGKILL'], patienceMs);
      // What the process itself had started: each part leads a group of its own.
      signalProcess(-record.pid, 'SIGKILL');
    }
  }
}

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PART_NAMES, type PartName } from './parts/part.js';
import { errorCode } from './processes/error-code.js';
import { endProcess, identify, isAlive, signalProcess, type ProcessRecord } from './processes/identity.js';

const Process = { pid: z.int().positive(), identity: z.string() };
/** `url`: known once the product is up. */
const Lock = z.object({ ...Process, url: z.string().optional() });
type Lock = z.infer<typeof Lock>;
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

function refuseIfAlive(lock: Lock | undefined): void {
  if (lock && isAlive(lock)) throw new AlreadyRunningError(lock.pid, lock.url);
}

function writeWhole(file: string, content: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(content, null, 2));
  renameSync(unfinished, file);
}

/** Who works on a data folder, and which processes belong to that: found again if the launcher is killed. */
export class RunFile {
  readonly #lock: string;
  readonly #parts: string;
  readonly #own: ProcessRecord;

  constructor(dataDir: string) {
    this.#lock = join(dataDir, 'launcher.json');
    this.#parts = join(dataDir, 'processes.json');
    this.#own = { pid: process.pid, identity: identify(process.pid) ?? '' };
  }

  /**
   * Takes the data folder for this process.
   * @throws AlreadyRunningError if a living launcher has it.
   */
  take(): void {
    const mine = `${this.#lock}.${process.pid}`;
    writeFileSync(mine, JSON.stringify(this.#own));
    try {
      for (;;) {
        try {
          // A link appears whole or not at all, and never replaces another.
          linkSync(mine, this.#lock);
          return;
        } catch (error) {
          if (errorCode(error) !== 'EEXIST') throw error;
        }
        this.#removeStaleLock();
      }
    } finally {
      rmSync(mine, { force: true });
    }
  }

  #removeStaleLock(): void {
    refuseIfAlive(read(this.#lock, Lock));
    const stale = `${this.#lock}.${process.pid}.stale`;
    try {
      renameSync(this.#lock, stale);
    } catch {
      return;
    }
    // Between the look and the removal another start may have done the same and taken the folder.
    const removed = read(stale, Lock);
    if (removed && isAlive(removed)) renameSync(stale, this.#lock);
    rmSync(stale, { force: true });
    refuseIfAlive(removed);
  }

  /** Says where the product is reached, for a second start to tell. */
  announce(url: string): void {
    const content: Lock = { ...this.#own, url };
    writeWhole(this.#lock, content);
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
    const lock = read(this.#lock, Lock);
    if (lock?.pid === this.#own.pid && lock.identity === this.#own.identity) {
      rmSync(this.#parts, { force: true });
      rmSync(this.#lock, { force: true });
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

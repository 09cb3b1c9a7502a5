import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

/**
 * The log of one part. Its process writes to the file itself rather than through the launcher, so that it keeps its
 * voice, and its life, if the launcher dies.
 */
export class LogFile {
  #begin: number;

  /** Opens the file for a new run; beyond 5 MB the old content is kept under `<path>.1`. */
  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path) && statSync(path).size > MAX_BYTES) renameSync(path, `${path}.1`);
    this.#begin = this.size();
  }

  /** A descriptor for a child's output; the caller closes it. */
  open(): number {
    return openSync(this.path, 'a', 0o640);
  }

  /** Writes a line; one that cannot be written is lost, since nothing should end because its log is full or gone. */
  append(line: string): void {
    try {
      appendFileSync(this.path, `${line}\n`);
    } catch {
      // There is nowhere left to say so.
    }
  }

  /** Bytes written so far. */
  size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /** The last lines of this run. */
  tail(lines = 15): string {
    const text = this.read(Math.max(this.#begin, this.size() - TAIL_BYTES));
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  }

  /** What stands in the file from byte `from` on. */
  read(from: number): string {
    const length = this.size() - from;
    if (length <= 0) return '';
    const file = openSync(this.path, 'r');
    try {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, from)).toString('utf8');
    } finally {
      closeSync(file);
    }
  }
}

import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

/** Processes write to the file directly, so that they keep logging when the launcher dies. */
export class LogFile {
  #begin: number;

  /** Beyond 5 MB the old content is moved to `<path>.1`. */
  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path) && statSync(path).size > MAX_BYTES) renameSync(path, `${path}.1`);
    this.#begin = this.size();
  }

  open(): number {
    return openSync(this.path, 'a', 0o640);
  }

  /** Ignores write errors: a full disk must not end the product. */
  append(line: string): void {
    try {
      appendFileSync(this.path, `${line}\n`);
    } catch {
      // A failing log has no other place to report to.
    }
  }

  size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  tail(lines = 15): string {
    const text = this.read(Math.max(this.#begin, this.size() - TAIL_BYTES));
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  }

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

import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 5 * 1024 * 1024;
const HOUR_MS = 3_600_000;
/** Files are put aside a little late, so that their lines are of less than a day. */
const WRITTEN_MS = 23 * HOUR_MS;
/** After the last line: nothing is kept for longer than the 30 days of the privacy page. */
const KEPT_MS = 29 * 24 * HOUR_MS;
const MOST_OLD_FILES = 30;
const TAIL_BYTES = 64 * 1024;

const changedAt = (path: string): number => statSync(path).mtimeMs;

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // A full disk must not end the product.
  }
}

/** Processes write to the file directly, so that they keep logging when the launcher dies. */
export class LogFile {
  #begin: number;

  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#begin = this.size();
  }

  open(): number {
    return openSync(this.path, 'a', 0o640);
  }

  /** Ignores write errors: a full disk must not end the product. */
  append(line: string): void {
    try {
      appendFileSync(this.path, `${line}\n`, { mode: 0o640 });
    } catch {
      // A failing log has no other place to report to.
    }
  }

  /**
   * Rotates to `<path>.1` by size and day. Copies and truncates, because the writing process keeps its descriptor.
   * To be called before a process writes again, so that no file holds lines from before and after a long pause.
   */
  rotate(now = Date.now()): void {
    attempt(() => {
      if (this.#isDue(now)) this.#putAside();
    });
    attempt(() => this.#removeOld(now));
  }

  #isDue(now: number): boolean {
    return this.size() > 0 && (this.size() > MAX_BYTES || this.#begunAt() < now - WRITTEN_MS);
  }

  /** The copy comes first: where a full disk allows none, nothing else has changed. */
  #putAside(): void {
    const lastLine = changedAt(this.path) / 1000;
    copyFileSync(this.path, this.#copy);
    utimesSync(this.#copy, lastLine, lastLine);
    for (let n = MOST_OLD_FILES - 1; n > 0; n -= 1) {
      if (existsSync(this.#old(n))) renameSync(this.#old(n), this.#old(n + 1));
    }
    renameSync(this.#copy, this.#old(1));
    truncateSync(this.path);
  }

  #removeOld(now: number): void {
    const old = Array.from({ length: MOST_OLD_FILES }, (_, n) => this.#old(n + 1));
    for (const file of [...old, this.#copy]) {
      if (existsSync(file) && changedAt(file) < now - KEPT_MS) rmSync(file);
    }
  }

  /** No line is older. Read from the disk, because a run may be shorter than a day. */
  #begunAt(): number {
    const { birthtimeMs, mtimeMs } = statSync(this.path);
    return Math.min(mtimeMs, existsSync(this.#old(1)) ? changedAt(this.#old(1)) : birthtimeMs);
  }

  size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  tail(lines = 15): string {
    const begin = this.#begin > this.size() ? 0 : this.#begin;
    const text = this.read(Math.max(begin, this.size() - TAIL_BYTES));
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

  get #copy(): string {
    return `${this.path}.new`;
  }

  #old(n: number): string {
    return `${this.path}.${n}`;
  }
}

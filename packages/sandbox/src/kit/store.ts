import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** One named part of the sandbox's memory, kept as a JSON file. */
export interface Slice<T> {
  readonly value: T;
  /** Changes the value in place and writes it down before it returns. */
  update<R>(change: (value: T) => R): R;
  /** Back to the seed. */
  reset(): void;
  /** Writes down what `writeDelayMs` still holds back. */
  flush(): void;
}

export interface SliceOptions<T> {
  /** File name without its ending; unique in the sandbox. */
  name: string;
  schema: z.ZodType<T>;
  seed: () => T;
  /** Changes are written down together, so long after the first: for what is large and changes often. Default: at once. */
  writeDelayMs?: number;
}

/**
 * Opens the slice `name` in `dir`. Unless it says otherwise, each change is written at once and atomically: what a person
 * did (a new account, say) is still there after the sandbox was killed.
 */
export function openSlice<T>(dir: string, options: SliceOptions<T>, onLog: (line: string) => void): Slice<T> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `${options.name}.json`);
  let value = load(file, options, onLog);
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writeAtomically(file, `${JSON.stringify(value, null, 2)}\n`);
  };
  const save = () => {
    if (options.writeDelayMs === undefined) write();
    else timer ??= setTimeout(write, options.writeDelayMs);
  };
  write();
  return {
    get value() {
      return value;
    },
    update(change) {
      const result = change(value);
      save();
      return result;
    },
    reset() {
      value = options.seed();
      save();
    },
    flush() {
      if (timer !== undefined) write();
    },
  };
}

/** Replaces `file` so that a reader, or the next start after a crash, sees the old or the new text, never a half. */
export function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function load<T>(file: string, { name, schema, seed }: SliceOptions<T>, onLog: (line: string) => void): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return seed();
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // Written by another version of the sandbox: losing test data is better than a start that fails.
    renameSync(file, `${file}.unreadable`);
    onLog(`The sandbox's ${name} could not be read and begin anew (kept as ${file}.unreadable)`);
    return seed();
  }
}

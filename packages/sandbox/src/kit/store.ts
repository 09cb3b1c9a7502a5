import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

export interface Slice<T> {
  readonly value: T;
  /** Saves the changed value before it returns, unless `writeDelayMs` is set. */
  update<R>(change: (value: T) => R): R;
  reset(): void;
  /** Writes delayed changes. */
  flush(): void;
}

export interface SliceOptions<T> {
  name: string;
  schema: z.ZodType<T>;
  seed: () => T;
  /** Collects changes of large, busy slices for this long before it writes. Default: writes at once. */
  writeDelayMs?: number;
}

/** Each change is written atomically and, without `writeDelayMs`, at once, so that a killed sandbox loses nothing. */
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

/** Readers, and a start after a crash, see the old or the new text. */
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
    // A file of another version must not prevent the start; test data may be lost.
    renameSync(file, `${file}.unreadable`);
    onLog(`The sandbox's ${name} could not be read and begin anew (kept as ${file}.unreadable)`);
    return seed();
  }
}

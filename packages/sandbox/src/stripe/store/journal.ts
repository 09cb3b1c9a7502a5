import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAtomically } from '../../kit/store.js';

/** One change: the object as it is now, or null when it is gone. */
export type JournalEntry = [kind: string, id: string, object: object | null];

/**
 * A file with one line for each change. A slice rewrites its whole file, which is too slow for the many objects of a
 * payment; appending a line is not. A last line that a crash cut off is ignored.
 */
export class Journal {
  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  }

  read(): JournalEntry[] {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch {
      return [];
    }
    return text.split('\n').flatMap((line) => {
      const entry = parse(line);
      return entry ? [entry] : [];
    });
  }

  append(entry: JournalEntry): void {
    appendFileSync(this.file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  /** Replaces the history by what is left of it. */
  rewrite(entries: JournalEntry[]): void {
    writeAtomically(this.file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
}

function parse(line: string): JournalEntry | undefined {
  if (line === '') return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return Array.isArray(entry) && entry.length === 3 ? (entry as unknown as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}

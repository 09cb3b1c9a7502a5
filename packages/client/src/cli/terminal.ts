import { EXIT } from './failure.js';

/** Results go to stdout, so that they can be piped; everything else to stderr. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const report = (text: string): void => void process.stderr.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** Texts of people may hold line breaks and control characters. */
export const oneLine = (text: string, width: number): string => {
  const clean = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const letters = [...clean];
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : clean;
};

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const WRITE_FAILURES: Record<string, string> = {
  EPIPE: 'The output was closed before all of it was written.',
  ENOSPC: 'The output could not be written: the disk is full.',
};

export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    report(WRITE_FAILURES[error.code ?? ''] ?? `The output could not be written: ${error.message}`);
    process.exit(EXIT.file);
  });
  // Nobody is left to be told.
  process.stderr.on('error', () => undefined);
}

/** Aborted by the first Ctrl-C; the second one ends the program at once. */
export function watchInterrupts(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return controller.signal;
}

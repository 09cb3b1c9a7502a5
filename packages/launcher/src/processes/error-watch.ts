import { z } from 'zod';
import type { LogFile } from './log-file.js';

const POLL_MS = 500;
const WINDOW_MS = 10_000;
const MAX_PER_WINDOW = 3;
const ErrorEntry = z.object({ level: z.union([z.number().min(50), z.enum(['error', 'fatal'])]), msg: z.string() });

export function parseError(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return ErrorEntry.parse(JSON.parse(line)).msg;
  } catch {
    return undefined;
  }
}

export function watchErrors(log: LogFile, onError: (message: string) => void): () => void {
  let position = log.size();
  let rest = '';
  let windowEnd = 0;
  let shown = 0;
  const show = (message: string) => {
    if (Date.now() > windowEnd) {
      windowEnd = Date.now() + WINDOW_MS;
      shown = 0;
    }
    shown += 1;
    if (shown <= MAX_PER_WINDOW) onError(message);
    if (shown === MAX_PER_WINDOW + 1) onError(`more errors, see ${log.path}`);
  };
  const timer = setInterval(() => {
    const size = log.size();
    // Lines were put aside.
    if (size < position) position = 0;
    if (size === position) return;
    const lines = (rest + log.read(position)).split('\n');
    position = size;
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = parseError(line);
      if (message !== undefined) show(message);
    }
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

import { z } from 'zod';

const Entry = z.object({
  msg: z.string().optional(),
  err: z.object({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

function readableLine(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = Entry.parse(JSON.parse(line));
    const parts = [msg, err?.stack ?? err?.message].filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join('\n') : line;
  } catch {
    return line;
  }
}

export const readableLog = (text: string): string => text.split('\n').map(readableLine).join('\n');

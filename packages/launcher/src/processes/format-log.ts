import { z } from 'zod';

const Entry = z.object({
  msg: z.string().optional(),
  err: z.object({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

function formatLine(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = Entry.parse(JSON.parse(line));
    const parts = [msg, err?.stack ?? err?.message].filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join('\n') : line;
  } catch {
    return line;
  }
}

export const formatLog = (text: string): string => text.split('\n').map(formatLine).join('\n');

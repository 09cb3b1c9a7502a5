import type { OutputFormat } from '@app/contracts';
import { FORMAT_EXTENSION } from './object-keys.js';

const SLUG_MAX = 60;
const NAMELESS = 'image';

/** Letters and digits of every script, cut at a word where possible. */
function slug(prompt: string): string {
  const words = prompt
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const points = [...words];
  if (points.length <= SLUG_MAX) return words;
  const cut = points.slice(0, SLUG_MAX).join('');
  const lastWord = points[SLUG_MAX] === '-' ? -1 : cut.lastIndexOf('-');
  return lastWord > 0 ? cut.slice(0, lastWord) : cut;
}

export const imageFileName = (prompt: string, frame: number | null, format: OutputFormat): string =>
  `${slug(prompt) || NAMELESS}${frame === null ? '' : `-${frame}`}.${FORMAT_EXTENSION[format]}`;

const ATTRIBUTE_CHARS = /['()*!]/g;
const percent = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** An ASCII name for old clients, the real one by RFC 5987. */
export function attachment(fileName: string): string {
  const isAscii = /^[\w.-]+$/.test(fileName);
  if (isAscii) return `attachment; filename="${fileName}"`;
  const ascii = NAMELESS + (/(?:-\d+)?\.\w+$/.exec(fileName)?.[0] ?? '');
  const encoded = encodeURIComponent(fileName).replace(ATTRIBUTE_CHARS, percent);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

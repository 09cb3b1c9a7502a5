import type { Row } from './facts.js';
import { KEYS, type Key } from './vocabulary.js';

export interface Match {
  /** Code-point offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly row: Row;
}

const LATIN = /[\p{Script=Latin}\p{Nd}]/u;
const BREAK = /[\s_-]/u;

/** One code point in, one code point out: lower-casing a whole string may change its length. */
function fold(point: string): string {
  const lower = point.toLowerCase();
  if (BREAK.test(point)) return ' ';
  return Array.from(lower).length === 1 ? lower : point;
}

/** The code points of a text, folded for comparison. */
export const foldedPoints = (text: string): string[] => Array.from(text, fold);

/** End of the key's occurrence at a position, or -1. A blank in a key stands for any run of blanks and hyphens. */
function endOf(key: Key, points: readonly string[], start: number): number {
  let at = start;
  for (const wanted of key.points) {
    if (points[at] !== wanted) return -1;
    at++;
    if (wanted === ' ') while (points[at] === ' ') at++;
  }
  if (!key.latin) return at;
  const letter = (i: number) => LATIN.test(points[i] ?? ' ');
  if (letter(start - 1)) return -1;
  if (!letter(at)) return at;
  for (const ending of ['s', 'es']) {
    const end = at + ending.length;
    if (points.slice(at, end).join('') === ending && !letter(end)) return end;
  }
  return -1;
}

/** All words of the vocabulary in a text, the longest at each place, left to right, traps left out. */
export function findWords(points: readonly string[]): Match[] {
  const found: Match[] = [];
  for (let at = 0; at < points.length;) {
    let end = -1;
    for (const key of KEYS.get(points[at] ?? '') ?? []) {
      end = endOf(key, points, at);
      if (end < 0) continue;
      if (key.row.sets.length > 0) found.push({ start: at, end, row: key.row });
      break;
    }
    at = end > at ? end : at + 1;
  }
  return found;
}

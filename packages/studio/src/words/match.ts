import type { Row } from './facts.js';
import { KEYS, type Key } from './vocabulary.js';

/** Words that may stand between a negation and what it negates. */
const FILLER =
  '(?:any |a |an |the |some |more |too |much |many |visible |single |of |have |having |include |including |show |be |at |in )*';
const ENGLISH = new RegExp(
  `(?:^|[^\\p{L}])(?:no|not|without|never|avoid|exclude|except|minus|don't|dont|do not|free of|lacking|sans) ${FILLER}$`,
  'u',
);
const CHINESE =
  /(?:不要|不想要|不需要|不带|不含|不画|没有|没|沒有|无|無|别|避免|去掉|除去|排除)(?:任何|有|画|出现|看到|一点|太多|多余的|的)?$/u;
const CARRY = /^ *(?:,|、|,)? *(?:or|nor|and|和|或|与|及|或者|以及|、) *(?:any )?$/u;
const FREE = /^ (?:free|less)(?![\p{L}])/u;

/** Which of the words a text negates: "no clouds or birds", "cloud-free", 不要云和鸟. */
export function negatedWords(points: readonly string[], matches: readonly Match[]): Set<Match> {
  const negated = new Set<Match>();
  let before: Match | undefined;
  for (const match of matches) {
    const lead = points.slice(Math.max(0, match.start - 40), match.start).join('');
    const between = before ? points.slice(before.end, match.start).join('') : '';
    const after = points.slice(match.end, match.end + 6).join('');
    const carried = before !== undefined && negated.has(before) && CARRY.test(between);
    if (carried || ENGLISH.test(lead) || CHINESE.test(lead) || FREE.test(after)) negated.add(match);
    before = match;
  }
  return negated;
}

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

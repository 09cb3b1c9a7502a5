import { describes, groupOf, type Fact, type Row } from './facts.js';
import { KEYS, type Key } from './vocabulary.js';

/** Words that may stand between a negation and what it negates. */
const FILLER =
  '(?:any |a |an |the |some |more |too |much |many |other |big |large |tall |old |visible |single |of |have |having |include |including |show |be |at |in )*';
const ENGLISH = new RegExp(
  `(?:^|[^\\p{L}])(?:no|not|without|never|avoid|exclude|except|minus|(?:do|does|is|are|has)n'?t|do not|free of|lacking|sans) ${FILLER}$`,
  'u',
);
/** Not those of 特别, 沉没 and their like. */
const CHINESE =
  /(?:不要|不想要|不需要|不带|不含|不画|(?<![沉淹埋吞出隐覆湮泯])[没沒]有?|(?<!虚)[无無]|(?<![特告离区分级性类个辨识送道话永久阔惜作拜大])别(?!的)|避免|去掉|除去|排除)(?:任何|有|画|出现|看到|一点|一[个只条艘棵匹头位丝片朵]?|别的|其他|其它|太多|多余的|的)*$/u;
const CARRY = /^ *[,、]? *(?:or|nor|and|和|或|与|及|或者|以及|、) *(?:any |other )*$/u;
const AND = /and|和|与|及/u;
const COMMA = /^ *[,，] *(?:any |other )*$/u;
const NEXT = /^(?: |的)?$/u;
/** "cloud-free", but not "a bird free from its cage". */
const FREE =
  /^ (?:less(?! ?\p{L})|free(?! (?:from|to|of|as|in|on|at|and|with|under|over|above|like|roam|range|fly|run|fall|spirit)))(?!\p{L})/u;

/** The words that a text negates, with what each strikes: "no clouds or birds", "cloud-free", 不要云和鸟. */
export function negatedWords(
  points: readonly string[],
  matches: readonly Match[],
): ReadonlyMap<Match, readonly Fact[]> {
  const negated = new Map<Match, readonly Fact[]>();
  const gaps = matches.map(({ start }, i) => points.slice(matches[i - 1]?.end ?? 0, start).join(''));
  matches.forEach((match, i) => {
    const gap = gaps[i] ?? '';
    const before = matches[i - 1];
    const after = points.slice(match.end, match.end + 14).join('');
    const isListed = before !== undefined && negated.has(before) && CARRY.test(gap);
    const isDescribed = before !== undefined && negated.has(before) && describes(before.row) && NEXT.test(gap);
    // "no red cars" is not against red.
    if (isDescribed) negated.set(before, []);
    if (negated.has(match) || isListed || isDescribed || ENGLISH.test(gap) || CHINESE.test(gap) || FREE.test(after))
      [match, ...listAfter(matches, gaps, i)].forEach((member) => negated.set(member, member.row.sets));
  });
  return negated;
}

/** What follows a word by commas up to an "or"; up to an "and" if it is all of one kind: "no people, boats or birds". */
function listAfter(matches: readonly Match[], gaps: readonly string[], from: number): readonly Match[] {
  let end = from + 1;
  while (COMMA.test(gaps[end] ?? '')) end++;
  const last = gaps[end] ?? '';
  if (!CARRY.test(last)) return [];
  const kindOf = ({ row }: Match) => row.sets.map(groupOf)[0];
  const list = matches.slice(from, end + 1);
  return AND.test(last) && new Set(list.map(kindOf)).size > 1 ? [] : list;
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
  if (point === '’') return "'";
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

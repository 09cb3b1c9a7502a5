import type { Match } from './match.js';

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

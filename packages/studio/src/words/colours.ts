import type { Fact, PaletteName, Subject } from './facts.js';
import type { Match } from './match.js';

/** Where a colour applies. */
export type Part = 'land' | 'sky';

/** Colours that a single thing has; the other palettes describe an image. */
const COLOURS: ReadonlySet<string> = new Set<PaletteName>([
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'black',
  'white',
  'gold',
  'silver',
]);
const PART_OF_GROUP: Readonly<Record<string, Part>> = {
  ground: 'land',
  water: 'land',
  backdrop: 'land',
  flora: 'land',
  sky: 'sky',
  weather: 'sky',
  air: 'sky',
};

const SKY = /^(?: (?:sky|skies|horizon)(?![\p{L}])|的?天)/u;
/** A noun right after a colour. */
const NOUN = /^(?: \p{Script=Latin}|的?\p{Script=Han})/u;
/** What may follow a colour without being the thing that has it. */
const NO_NOUN = new RegExp(
  '^(?: (?:and|or|in|on|at|with|of|over|under|by|near|as|but|everywhere|colou?r(?:s|ed)?|tones?|hues?|shades?|palette|light|glow|world|scene|background|atmosphere|theme)(?![\\p{L}])' +
    '|的?(?:和|与|及|或|在|里|中|下|上|了|满|遍|是|为|调|系|光|色调|背景|世界|画面|氛围|基调|主题))',
  'u',
);

interface BoundColours {
  readonly coats: ReadonlyMap<Subject, PaletteName>;
  /** The words of coats. */
  readonly coatWords: ReadonlySet<Match>;
  readonly parts: ReadonlyMap<PaletteName, Part>;
  /** Colours of things that the vocabulary does not know: they colour nothing. */
  readonly foreign: ReadonlySet<Match>;
}

const valueOf = (match: Match | undefined, group: 'palette' | 'subject') =>
  match?.row.sets.find((fact) => fact.startsWith(`${group}:`))?.slice(group.length + 1);

const partOf = (facts: readonly Fact[]): Part | undefined =>
  facts.map((fact) => PART_OF_GROUP[fact.slice(0, fact.indexOf(':'))]).find((part) => part !== undefined);

/** A colour belongs to the noun right after it. */
export function bindColours(points: readonly string[], matches: readonly Match[]): BoundColours {
  const coats = new Map<Subject, PaletteName>();
  const coatWords = new Set<Match>();
  const parts = new Map<PaletteName, Part>();
  const foreign = new Set<Match>();
  matches.forEach((match, i) => {
    const next = matches[i + 1];
    const palette = match.row.sets.length === 1 ? valueOf(match, 'palette') : undefined;
    if (!palette) return;
    const rest = points.slice(match.end, next?.start).join('');
    const isBefore = next !== undefined && /^(?: | ?的)?$/.test(rest);
    const subject = isBefore ? valueOf(next, 'subject') : undefined;
    if (subject) {
      coats.set(subject as Subject, palette as PaletteName);
      coatWords.add(match);
      return;
    }
    if (!COLOURS.has(palette)) return;
    const part = isBefore ? partOf(next.row.sets) : SKY.test(rest) ? 'sky' : undefined;
    if (part) parts.set(palette as PaletteName, part);
    else if (!isBefore && NOUN.test(rest) && !NO_NOUN.test(rest)) foreign.add(match);
  });
  return { coats, coatWords, parts, foreign };
}

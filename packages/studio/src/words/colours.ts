import { describes, groupOf, type Fact, type PaletteName, type Subject } from './facts.js';
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

/** Words between a colour or a number and its noun. */
const NEAR = new RegExp(
  '^(?:(?: (?:striped|spotted|dotted|checkered|painted|wooden|old|ancient|young|new|big|large|tall|cute|lovely|beautiful|pretty|shiny|fluffy|adult|baby|flying|running|sleeping))* ' +
    '| ?(?:相间|条纹|格子|斑点)?的?(?:(?:可爱|美丽|漂亮|年轻|古老|破旧|高大|奔跑|飞翔)的?)?[大小老旧新]?)$',
  'u',
);
/** Between two colours of one thing. */
const AND = /^(?: (?:and|&) | ?[和与及] ?)$/u;
const SHADES: ReadonlySet<Fact> = new Set<Fact>(['mood:dark', 'mood:bright']);

interface BoundWords {
  readonly coats: ReadonlyMap<Subject, PaletteName>;
  /** Subjects that the prompt has a number of. */
  readonly counts: ReadonlyMap<Subject, number>;
  /** The words of coats and counts. */
  readonly bound: ReadonlyMap<Match, Subject>;
  readonly parts: ReadonlyMap<PaletteName, Part>;
  /** Words of one noun, known or not, which leave the rest of the scene as it is. */
  readonly foreign: ReadonlySet<Match>;
}

const valueOf = (match: Match | undefined, group: 'palette' | 'subject' | 'count') =>
  match?.row.sets.find((fact) => groupOf(fact) === group)?.slice(group.length + 1);

const isColour = (match: Match) => COLOURS.has(valueOf(match, 'palette') ?? '');

const partOf = (facts: readonly Fact[]): Part | undefined =>
  facts.map((fact) => PART_OF_GROUP[groupOf(fact)]).find((part) => part !== undefined);

/** Colours, moods and numbers in a row, the word of the vocabulary that they describe, and what follows the last colour. */
interface Phrase {
  readonly words: readonly Match[];
  readonly noun: Match | undefined;
  readonly rest: string;
}

function phrasesOf(points: readonly string[], matches: readonly Match[]): Phrase[] {
  const phrases: Phrase[] = [];
  let words: Match[] = [];
  matches.forEach((match, i) => {
    if (!describes(match.row)) return;
    words.push(match);
    const next = matches[i + 1];
    const gap = points.slice(match.end, next?.start).join('');
    const isNear = next !== undefined && NEAR.test(gap);
    const isPair = next !== undefined && AND.test(gap) && isColour(match) && isColour(next);
    if (next && describes(next.row) && (isNear || isPair)) return;
    const last = words.filter(isColour).at(-1) ?? match;
    phrases.push({ words, noun: isNear ? next : undefined, rest: points.slice(last.end, next?.start).join('') });
    words = [];
  });
  return phrases;
}

/** Moods right before a colour that only shade it: "dark red", 亮黄. */
const shadesIn = (words: readonly Match[]) =>
  words.filter((word, i) => {
    const next = words[i + 1];
    return next !== undefined && isColour(next) && word.row.sets.some((fact) => SHADES.has(fact));
  });

/** Colours and numbers belong to the noun after them; of several colours the first, of several phrases the last counts. */
export function bindToNouns(points: readonly string[], matches: readonly Match[]): BoundWords {
  const coats = new Map<Subject, Match>();
  const counts = new Map<Subject, Match>();
  const parts = new Map<PaletteName, Part>();
  const foreign = new Set<Match>();
  for (const { words, noun, rest } of phrasesOf(points, matches)) {
    const subject = valueOf(noun, 'subject') as Subject | undefined;
    const part = noun ? partOf(noun.row.sets) : SKY.test(rest) ? 'sky' : undefined;
    const numbers = words.filter((word) => valueOf(word, 'count'));
    const palettes = words.filter((word) => valueOf(word, 'palette'));
    const colours = palettes.filter(isColour);
    const isUnknown = !noun && !part && NOUN.test(rest) && !NO_NOUN.test(rest);
    for (const word of numbers) foreign.add(word);
    if (subject || isUnknown) for (const word of [...colours, ...shadesIn(words)]) foreign.add(word);
    if (part) for (const word of colours) parts.set(valueOf(word, 'palette') as PaletteName, part);
    if (!subject) continue;
    for (const word of palettes) foreign.add(word);
    const [coat, count] = [colours[0] ?? palettes[0], numbers[0]];
    if (coat) coats.set(subject, coat);
    if (count) counts.set(subject, count);
  }
  return {
    coats: new Map([...coats].map(([subject, word]) => [subject, valueOf(word, 'palette') as PaletteName])),
    counts: new Map([...counts].map(([subject, word]) => [subject, Number(valueOf(word, 'count'))])),
    bound: new Map([...coats, ...counts].map(([subject, word]) => [word, subject])),
    parts,
    foreign,
  };
}

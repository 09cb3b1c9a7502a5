import { groupOf, type Fact, type PaletteName, type Subject } from './facts.js';
import { bindToNouns, type Part } from './colours.js';
import { type Match, findWords, foldedPoints, negatedWords } from './match.js';

/** A word that affects the image, with its place in the prompt in code points (end exclusive). */
export interface UnderstoodWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Understanding {
  /** What the prompt requests, in its order. */
  readonly facts: readonly Fact[];
  /** What must not appear, even if another word or a default adds it. */
  readonly struck: ReadonlySet<Fact>;
  /** Subjects with a colour of their own in the prompt: "red balloon". */
  readonly coats: ReadonlyMap<Subject, PaletteName>;
  /** How many of a subject: "two dogs". */
  readonly counts: ReadonlyMap<Subject, number>;
  /** Colours of one part of the scene: "green field", "red sky". Others colour all of it. */
  readonly parts: ReadonlyMap<PaletteName, Part>;
  readonly words: readonly UnderstoodWord[];
}

/** Groups that hold one value: the last word wins. */
const SINGLE = new Set(['time', 'world', 'water', 'ground']);
const LIMITS: Readonly<Record<string, number>> = { subject: 4, backdrop: 3, flora: 4, palette: 2, mood: 3 };

/** "no clouds" in the prompt and "clouds" in the negative prompt have the same effect. */
export function understand(prompt: string, negativePrompt: string): Understanding {
  const points = foldedPoints(prompt);
  const matches = findWords(points);
  const negated = negatedWords(points, matches);
  const unwanted = [...findWords(foldedPoints(negativePrompt)).map(({ row }) => row.sets), ...negated.values()];
  const struck = new Set(unwanted.flatMap((sets) => sets.slice(0, 1)));
  if (struck.has('weather:clouds')) struck.add('sky:cumulus');

  const wanted = matches.filter((match) => !negated.has(match));
  const { bound, foreign, ...belongings } = bindToNouns(points, wanted);
  const accepted = accept(
    wanted.filter((match) => !foreign.has(match)),
    struck,
  );
  // What only comes with an unwanted word stays away by default, but not where the prompt names it.
  for (const fact of unwanted.flatMap((sets) => sets.slice(1))) if (!accepted.has(fact)) struck.add(fact);
  const affects = (match: Match) =>
    negated.has(match) ||
    accepted.has(`subject:${bound.get(match)}` as Fact) ||
    match.row.sets.some((fact) => accepted.get(fact)?.has(match));
  const original = Array.from(prompt);
  const words = matches
    .filter(affects)
    .map(({ start, end }) => ({ text: original.slice(start, end).join(''), start, end }));
  return { facts: [...accepted.keys()], struck, words, ...belongings };
}

/** The facts that apply, each with its words. */
function accept(matches: readonly Match[], struck: ReadonlySet<Fact>): Map<Fact, Set<Match>> {
  const accepted = new Map<Fact, Set<Match>>();
  const last = new Map<string, Fact>();
  const count = new Map<string, number>();
  for (const match of matches) {
    for (const fact of match.row.sets) {
      if (struck.has(fact)) continue;
      const group = groupOf(fact);
      const known = accepted.get(fact);
      if (known) {
        known.add(match);
        continue;
      }
      if (SINGLE.has(group)) {
        const earlier = last.get(group);
        if (earlier) accepted.delete(earlier);
        last.set(group, fact);
      } else {
        const used = count.get(group) ?? 0;
        if (used >= (LIMITS[group] ?? Infinity)) continue;
        count.set(group, used + 1);
      }
      accepted.set(fact, new Set([match]));
    }
  }
  return accepted;
}

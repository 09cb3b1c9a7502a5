import { createHash } from 'node:crypto';

// Written without spaces: no word can be told, so every character and every pair of neighbours is looked up.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー`;
const RUNS = new RegExp(`(?<unspaced>[${UNSPACED}]+)|(?<word>(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+)`, 'gu');

/** The text as it is searched: compatibility forms and case do not count. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

interface Run {
  text: string;
  isUnspaced: boolean;
}

const runsOf = (text: string): Run[] =>
  [...folded(text).matchAll(RUNS)].map((run) => ({ text: run[0], isUnspaced: run.groups?.unspaced !== undefined }));

const pairs = (characters: string[]): string[] =>
  characters.slice(1).map((character, before) => `${characters[before]}${character}`);

/** What a text is found by: its words, and of what is written without spaces every character and every pair. */
export function textTokens(text: string): string[] {
  const tokens = runsOf(text).flatMap(({ text: run, isUnspaced }) =>
    isUnspaced ? [...run, ...pairs([...run])] : [run],
  );
  return [...new Set(tokens)];
}

export interface SearchTerms {
  /** All of them must be among the tokens of a text. */
  tokens: string[];
  /** Longer runs, whose pairs could stand apart: each must be a part of the text in its NFKC form. */
  parts: string[];
}

/** What to look up for a search. No tokens: nothing can be found. */
export function searchTerms(query: string): SearchTerms {
  const runs = runsOf(query);
  const tokens = runs.flatMap(({ text, isUnspaced }) => {
    const characters = [...text];
    return isUnspaced && characters.length > 1 ? pairs(characters) : [text];
  });
  const parts = runs.filter(({ text, isUnspaced }) => isUnspaced && [...text].length > 2).map(({ text }) => text);
  return { tokens: [...new Set(tokens)], parts: [...new Set(parts)] };
}

/** Tokens of one person as 64-bit numbers in decimal: equal for equal tokens of the same person, else as good as never. */
export const tokenNumbers = (userId: string, tokens: string[]): string[] =>
  tokens.map((token) => createHash('sha256').update(`${userId}\0${token}`).digest().readBigInt64BE(0).toString());

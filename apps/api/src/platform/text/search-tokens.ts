import { createHash } from 'node:crypto';

// Scripts without spaces: every character and every pair is indexed.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー`;
const RUNS = new RegExp(`(?<unspaced>[${UNSPACED}]+)|(?<word>(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+)`, 'gu');

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

interface Run {
  text: string;
  isUnspaced: boolean;
}

const runsOf = (text: string): Run[] =>
  [...folded(text).matchAll(RUNS)].map((run) => ({ text: run[0], isUnspaced: run.groups?.unspaced !== undefined }));

const pairs = (characters: string[]): string[] =>
  characters.slice(1).map((character, before) => `${characters[before]}${character}`);

/** Words, and for scripts without spaces every character and every pair. */
export function textTokens(text: string): string[] {
  const tokens = runsOf(text).flatMap(({ text: run, isUnspaced }) =>
    isUnspaced ? [...run, ...pairs([...run])] : [run],
  );
  return [...new Set(tokens)];
}

export interface SearchTerms {
  tokens: string[];
  /** Longer runs, whose pairs could stand apart: each must be contained in the text (NFKC). */
  parts: string[];
}

export function searchTerms(query: string): SearchTerms {
  const runs = runsOf(query);
  const tokens = runs.flatMap(({ text, isUnspaced }) => {
    const characters = [...text];
    return isUnspaced && characters.length > 1 ? pairs(characters) : [text];
  });
  const parts = runs.filter(({ text, isUnspaced }) => isUnspaced && [...text].length > 2).map(({ text }) => text);
  return { tokens: [...new Set(tokens)], parts: [...new Set(parts)] };
}

/** 64-bit hashes in decimal, different for each user. */
export const tokenNumbers = (userId: string, tokens: string[]): string[] =>
  tokens.map((token) => createHash('sha256').update(`${userId}\0${token}`).digest().readBigInt64BE(0).toString());

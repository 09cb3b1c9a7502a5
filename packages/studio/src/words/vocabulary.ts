import type { Row } from './facts.js';
import { PLACE_ROWS, SKY_ROWS } from './rows/places-and-skies.js';
import { FEEL_ROWS, SUBJECT_ROWS } from './rows/subjects-and-moods.js';
import { TRAPS } from './rows/traps.js';

export const VOCABULARY: readonly Row[] = [...SKY_ROWS, ...PLACE_ROWS, ...FEEL_ROWS, ...SUBJECT_ROWS];

/** All words by their first code point, longest first, so that the first that fits is the longest. */
export const KEYS: ReadonlyMap<string, ReadonlyArray<Key>> = index([...VOCABULARY, ...TRAPS]);

export interface Key {
  readonly points: readonly string[];
  readonly latin: boolean;
  readonly row: Row;
}

function index(rows: readonly Row[]): Map<string, Key[]> {
  const keys = new Map<string, Key[]>();
  const put = (word: string, latin: boolean, row: Row) => {
    const points = Array.from(word.replaceAll('-', ' '));
    const first = points[0];
    if (first !== undefined) keys.set(first, [...(keys.get(first) ?? []), { points, latin, row }]);
  };
  for (const row of rows) {
    for (const word of row.en) put(word, true, row);
    for (const word of row.zh) put(word, false, row);
  }
  for (const list of keys.values()) list.sort((a, b) => b.points.length - a.points.length);
  return keys;
}

import type { Replacement } from './replacement.js';

const STATEMENT = /^[`'"]\s*(select|insert|update|delete|with)\b/i;

const CLOCK = String.raw`(?:(?:statement_timestamp|now)\(\)|\(select billing_now\(\)\))`;

/** Not beside the clock: nothing is equal to it to the microsecond, so no test could tell `<` from `<=`. */
const boundary = (sign: string): RegExp => new RegExp(`(?<!${CLOCK}) ${sign} (?!${CLOCK})`, 'g');

const CHANGES: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [boundary('<'), ' <= '],
  [boundary('<='), ' < '],
  [boundary('>'), ' >= '],
  [boundary('>='), ' > '],
  // Behind `set` it assigns.
  [/(?<=\b(?:where|and|on)\s+[\w.]+) = /g, ' <> '],
  [/ <> /g, ' = '],
  [/ is null/g, ' is not null'],
  [/ is not null/g, ' is null'],
  [/ desc\b/g, ' asc'],
  [/ for update/g, ''],
];

/** Changes of the predicates and orders of an SQL statement, one by one; none for other text. */
export function mutateSql(text: string): Replacement[] {
  if (!STATEMENT.test(text)) return [];
  return CHANGES.flatMap(([pattern, by]) =>
    [...text.matchAll(pattern)].map((match): Replacement => {
      const part = [match.index, match.index + match[0].length] as const;
      return { operator: 'sql', text: by, part };
    }),
  );
}

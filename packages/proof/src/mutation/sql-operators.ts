import type { Replacement } from './replacement.js';

const STATEMENT = /^[`'"]\s*(select|insert|update|delete|with)\b/i;

const CHANGES: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
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

/**
 * An edit of TypeScript code. `in` names the declaration: `Class.method`, `Class.constructor`, a function, a constant or a
 * class. The expression or statement is compared token by token, so formatting does not matter, and must occur once.
 */
export type CodeEdit =
  /** Deletes a statement, or an operand of `&&` and `||`. */
  { in: string; remove: string } | { in: string; negate: string } | { in: string; replace: string; by: string };

/**
 * An edit of SQL text. `sql` names the declaration that holds the statement, or is the `name` of a prepared statement.
 * Whitespace does not matter; the text must occur once.
 */
export type SqlEdit =
  /** Replaces a predicate by `true`. */
  { sql: string; remove: string } | { sql: string; replace: string; by: string };

export type Edit = CodeEdit | SqlEdit;

/** A change that removes one guard, and the test that must fail because of it. */
export interface Mutant {
  name: string;
  guard: string;
  edits: readonly [Edit, ...Edit[]];
  /** Base name of the test file, wherever it lies. */
  test: string;
  /** Part of the titles of the tests to run, alternatives separated by `|`; all tests of the file unless given. */
  title?: string;
  /** Pattern of an error that counts as noticing the mutant although it is no assertion, such as a violated constraint. */
  symptom?: string;
}

/** A statement as a server's log tells of it. */
export interface LoggedStatement {
  /** Of a prepared statement; null for one without a name. */
  name: string | null;
  text: string;
  params: (string | null)[];
}

const BEGINNING = /^\S+ \S+ \S+ \[\d+\] (?<level>[A-Z]+): {2}(?<rest>.*)$/;
const STATEMENT = /^(?:statement|execute (?<name>[^:]+)): (?<text>[^]*)$/;
const PARAMETER = /\$\d+ = (?:(?<null>NULL)|'(?<value>(?:[^']|'')*)')/g;

const paramsOf = (detail: string): (string | null)[] =>
  [...detail.matchAll(PARAMETER)].map(({ groups }) =>
    groups?.['null'] === undefined ? (groups?.['value']?.replaceAll("''", "'") ?? '') : null,
  );

/** Statements with their parameters, from lines that Postgres writes with `log_statement = all`. */
export function loggedStatements(lines: readonly string[]): LoggedStatement[] {
  const entries: { level: string; text: string }[] = [];
  for (const line of lines) {
    const begun = BEGINNING.exec(line)?.groups;
    const last = entries.at(-1);
    if (begun) entries.push({ level: begun['level'] ?? '', text: begun['rest'] ?? '' });
    // What follows in lines of its own begins with a tab.
    else if (last) last.text += `\n${line.replace(/^\t/, '')}`;
  }
  const statements: LoggedStatement[] = [];
  for (const { level, text } of entries) {
    const found = level === 'LOG' ? STATEMENT.exec(text)?.groups : undefined;
    const last = statements.at(-1);
    if (found) {
      const name = found['name'];
      statements.push({
        name: name === undefined || name === '<unnamed>' ? null : name,
        text: found['text'] ?? '',
        params: [],
      });
    } else if (level === 'DETAIL' && last) last.params = paramsOf(text);
  }
  return statements;
}

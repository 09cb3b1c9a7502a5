import { toCredits, toUnits, type StatementLine } from '@app/contracts';

/** What one looks for in a history: an image with all that its price went through, or any other entry by itself. */
export interface StatementRow {
  id: number;
  /** Newest first, as in the ledger. */
  lines: StatementLine[];
  /** Sum of the signed changes. */
  credits: number;
  /** After this row and all older ones; after the newest line where a filter left lines out. */
  balance: number;
  at: string;
}

export interface StatementDay {
  name: string;
  rows: StatementRow[];
}

const GROUPED: ReadonlySet<StatementLine['kind']> = new Set(['hold', 'charge', 'return']);

/** Puts the ledger's lines of one image into one row, where the newest of them stands. */
export function toRows(lines: readonly StatementLine[]): StatementRow[] {
  const rows: StatementRow[] = [];
  const byImage = new Map<string, StatementRow>();
  for (const line of lines) {
    const image = GROUPED.has(line.kind) ? line.picture?.imageId : undefined;
    const known = image === undefined ? undefined : byImage.get(image);
    if (known) {
      known.lines.push(line);
      known.credits += line.credits;
      continue;
    }
    const row = { id: line.id, lines: [line], credits: line.credits, balance: line.balance, at: line.at };
    rows.push(row);
    if (image !== undefined) byImage.set(image, row);
  }
  if (isComplete(lines)) runBalance(rows);
  return rows;
}

const isComplete = (lines: readonly StatementLine[]): boolean =>
  lines.every((line, index) => {
    const older = lines[index + 1];
    return !older || toUnits(line.balance) - toUnits(line.credits) === toUnits(older.balance);
  });

/** The lines of images that run side by side alternate: their own balances do not follow from row to row. */
function runBalance(rows: StatementRow[]): void {
  let balance = toUnits(rows[0]?.balance ?? 0);
  for (const row of rows) {
    row.balance = toCredits(balance);
    balance -= toUnits(row.credits);
  }
}

/** Parts rows where the name of their day changes. */
export function toDays(rows: readonly StatementRow[], nameOf: (at: string) => string): StatementDay[] {
  const days: StatementDay[] = [];
  for (const row of rows) {
    const name = nameOf(row.at);
    const last = days.at(-1);
    if (last?.name === name) last.rows.push(row);
    else days.push({ name, rows: [row] });
  }
  return days;
}

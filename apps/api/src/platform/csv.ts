/** Null and undefined leave it empty. */
type Cell = string | number | null | undefined;

/** A text cell that a spreadsheet would take for a formula, full-width signs and leading blanks included. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Text is kept from being run as a formula by an apostrophe before it; numbers are ours and stay numbers. */
const cell = (value: Cell): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return quoted(FORMULA.test(value) ? `'${value}` : value);
};

/** Rows of RFC 4180: comma, CRLF after each row, quotes where needed. */
export const csvRows = (rows: Cell[][]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Tells spreadsheets that the file is UTF-8; without it Excel garbles Chinese. */
export const BYTE_ORDER_MARK = '\uFEFF';

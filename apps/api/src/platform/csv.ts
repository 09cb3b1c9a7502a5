import { stringify } from 'csv-stringify/sync';

/** Null and undefined leave it empty. */
type Cell = string | number | null | undefined;

/** A text cell that a spreadsheet would take for a formula, full-width signs and leading blanks included. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * The same behind a character at which a spreadsheet may begin another cell: where the comma is the decimal sign it splits
 * lines at semicolons, and quotes within such a part do not protect it.
 */
const INNER_FORMULA = /((?:;|(?<!^)[\t\r\n])["\s]*)(?=[=+\-@＝＋－＠])/g;

const withoutFormulas = (text: string): string => (FORMULA.test(text) ? "'" : '') + text.replace(INNER_FORMULA, "$1'");

/** Rows of RFC 4180. An apostrophe keeps text from being run as a formula; numbers stay numbers. */
export const csvRows = (rows: Cell[][]): string =>
  stringify(rows, {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { string: withoutFormulas },
  });

/** Tells spreadsheets that the file is UTF-8; without it Excel garbles Chinese. */
export const BYTE_ORDER_MARK = '\uFEFF';

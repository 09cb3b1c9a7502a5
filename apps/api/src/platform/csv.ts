import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null | undefined;

/** A text that a spreadsheet would run as a formula, full-width signs and leading blanks included. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Also behind a semicolon or line break: spreadsheets with a decimal comma split there, even within quotes. */
const INNER_FORMULA = /((?:;|(?<!^)[\t\r\n])["\s]*)(?=[=+\-@＝＋－＠])/g;

const withoutFormulas = (text: string): string => (FORMULA.test(text) ? "'" : '') + text.replace(INNER_FORMULA, "$1'");

/** RFC 4180. An apostrophe keeps text from being run as a formula. */
export const csvRows = (rows: Cell[][]): string =>
  stringify(rows, {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { string: withoutFormulas },
  });

/** Tells spreadsheets that the file is UTF-8; without it Excel garbles Chinese. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** An ISO time as spreadsheets read it. */
export const spreadsheetTime = (at: string): string => at.slice(0, 19).replace('T', ' ');

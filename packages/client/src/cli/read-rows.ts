import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import Papa from 'papaparse';
import type { BatchRequest } from '../types.js';
import { CliError, EXIT } from './failure.js';

type Row = BatchRequest['rows'][number];

const NUMBERS = ['seed', 'count'];
const cellValue = (column: string, text: string): string | number =>
  NUMBERS.includes(column) && /^\d+$/.test(text) ? Number(text) : text;

const lineAfter = (text: string): number => text.split('\n').length;

/** papaparse counts rows without the heading, empty lines and the line breaks within quotes; people count those, too. */
function lineOfRow(text: string, row: number, delimiter: string): number {
  const { data } = Papa.parse<string[]>(text, { delimiter });
  const filled = [...data.keys()].filter((index) => data[index]?.join('').trim() !== '');
  return lineAfter(
    data
      .slice(0, filled[row + 1])
      .map((cells) => `${cells.join('')}\n`)
      .join(''),
  );
}

interface TableRow {
  [column: string]: string | string[] | undefined;
  /** Cells beyond the columns. */
  __parsed_extra?: string[];
}

const SEPARATORS: Record<string, string> = { ',': 'commas', '\t': 'tabs' };

/** Cells or lines that slipped into another place would be paid for as wrong prompts. */
function refuseSlipped(
  file: string,
  text: string,
  { data, errors, meta: { delimiter } }: Papa.ParseResult<TableRow>,
): void {
  // Spreadsheets end lines with empty cells.
  const hasSurplus = (row = 0): boolean => data[row]?.__parsed_extra?.join('').trim() !== '';
  const error = errors.find(
    ({ type, code, row }) => type === 'Quotes' || (code === 'TooManyFields' && hasSurplus(row)),
  );
  if (!error) return;
  if (error.type === 'Quotes') {
    const line = lineAfter(text.slice(0, error.index));
    const next = 'Close it; a quote within a quoted cell is written twice: "".';
    throw new CliError(`Line ${line} of ${file} has a quote that is not closed.`, next, EXIT.usage);
  }
  const line = lineOfRow(text, error.row ?? 0, delimiter);
  const separators = SEPARATORS[delimiter] ?? JSON.stringify(delimiter);
  const next = `Put prompts with ${separators} in quotes.`;
  throw new CliError(`Line ${line} of ${file} has more cells than columns.`, next, EXIT.usage);
}

/** Without a delimiter it is found out. */
function readTable(file: string, content: string, delimiter = ''): Row[] {
  // papaparse takes one kind of line break for all of them.
  const text = content.replace(/\r\n?/g, '\n');
  const table = Papa.parse<TableRow>(text, {
    header: true,
    delimiter,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim(),
  });
  refuseSlipped(file, text, table);
  // An empty cell is the default; the service names columns that it does not know.
  return table.data.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter((cell): cell is [string, string] => typeof cell[1] === 'string' && cell[1].trim() !== '')
        .map(([column, text_]) => [column, cellValue(column, text_.trim())]),
    ),
  );
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

const readJsonLines = (text: string): Row[] => linesOf(text).map((line) => JSON.parse(line) as Row);

/** Garbled letters would be paid for. */
function decode(file: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // It is told below.
  }
  const next = 'Save it as UTF-8; Excel calls that "CSV UTF-8".';
  throw new CliError(`${file} cannot be read: it is no text in UTF-8.`, next, EXIT.usage);
}

const NO_PROMPTS = ['.json', '.xlsx', '.xls', '.ods'];

/** By the ending of the file, large or small: tables, JSON lines, anything else a prompt a line. */
export async function readRows(file: string): Promise<Row[]> {
  const ending = extname(file).toLowerCase();
  if (NO_PROMPTS.includes(ending)) {
    const next = 'Save it as .csv or .tsv with a line of column names, as .jsonl, or as .txt with a prompt a line.';
    throw new CliError(`${file} cannot be read: its lines are no prompts.`, next, EXIT.usage);
  }
  try {
    const text = decode(file, await readFile(file));
    if (ending === '.csv') return readTable(file, text);
    if (ending === '.tsv') return readTable(file, text, '\t');
    if (ending === '.jsonl' || ending === '.ndjson') return readJsonLines(text);
    return linesOf(text).map((prompt) => ({ prompt: prompt.trim() }));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`, 'Name another file.', EXIT.usage);
  }
}

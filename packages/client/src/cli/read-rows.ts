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
  const separators = delimiter === ',' ? 'commas' : JSON.stringify(delimiter);
  const next = `Put prompts with ${separators} in quotes.`;
  throw new CliError(`Line ${line} of ${file} has more cells than columns.`, next, EXIT.usage);
}

function readTable(file: string, content: string): Row[] {
  // papaparse takes one kind of line break for all of them.
  const text = content.replace(/\r\n?/g, '\n');
  const table = Papa.parse<TableRow>(text, {
    header: true,
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

/** By the ending of the file, large or small: `.csv`, `.jsonl`, anything else a prompt a line. */
export async function readRows(file: string): Promise<Row[]> {
  const ending = extname(file).toLowerCase();
  try {
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
    if (ending === '.csv') return readTable(file, text);
    if (ending === '.jsonl') return linesOf(text).map((line) => JSON.parse(line) as Row);
    return linesOf(text).map((prompt) => ({ prompt: prompt.trim() }));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`, 'Name another file.', EXIT.usage);
  }
}

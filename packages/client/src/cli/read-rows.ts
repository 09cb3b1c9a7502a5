import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import Papa from 'papaparse';
import type { BatchRequest } from '../types.js';
import { CliError, EXIT } from './failure.js';

type Row = BatchRequest['rows'][number];

const NUMBERS = ['seed', 'count'];
const cellValue = (column: string, text: string): string | number =>
  NUMBERS.includes(column) && /^\d+$/.test(text) ? Number(text) : text;

function readTable(text: string): Row[] {
  const { data } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim(),
  });
  // An empty cell is the default; the service names columns that it does not know.
  return data.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, text_]) => typeof text_ === 'string' && text_.trim() !== '')
        .map(([column, text_]) => [column, cellValue(column, text_.trim())]),
    ),
  );
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** By the name of the file: `.csv`, `.jsonl`, anything else a prompt a line. */
export async function readRows(file: string): Promise<Row[]> {
  try {
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
    if (extname(file) === '.csv') return readTable(text);
    if (extname(file) === '.jsonl') return linesOf(text).map((line) => JSON.parse(line) as Row);
    return linesOf(text).map((prompt) => ({ prompt: prompt.trim() }));
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`, 'Name another file.', EXIT.usage);
  }
}

import { COLUMNS, type Cells, type Column } from '../rows/row';

export interface ParsedTable {
  rows: Cells[];
  /** Columns that mean nothing here. */
  ignored: string[];
  /** Lines, or entries of a list, that could not be read, from 1. */
  unreadable: number[];
}

/** Other headings that people give a column. */
const HEADINGS: Record<string, Column> = {
  negative: 'negative_prompt',
  format: 'output_format',
  ratio: 'size',
  images: 'count',
  提示词: 'prompt',
  不要出现: 'negative_prompt',
  反向提示词: 'negative_prompt',
  模型: 'model',
  风格: 'style',
  比例: 'size',
  文件格式: 'output_format',
  格式: 'output_format',
  数量: 'count',
  张数: 'count',
  种子: 'seed',
};

function columnOf(heading: string): Column | null {
  const name = heading.trim().toLowerCase().replace(/[ -]+/g, '_');
  return COLUMNS.find((column) => column === name) ?? HEADINGS[name] ?? null;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : JSON.stringify(value ?? '');

function cellsFrom(entries: readonly (readonly [string, unknown])[], ignored: Set<string>): Cells {
  const cells: Cells = {};
  for (const [heading, value] of entries) {
    const column = columnOf(heading);
    if (column === null) ignored.add(heading.trim());
    else if (value !== null && value !== undefined) cells[column] = textOf(value);
  }
  return cells;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What is no JSON is nothing. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rowsOf(values: readonly { value: unknown; number: number }[]): ParsedTable {
  const ignored = new Set<string>();
  const table: ParsedTable = { rows: [], ignored: [], unreadable: [] };
  for (const { value, number } of values) {
    if (typeof value === 'string') table.rows.push({ prompt: value });
    else if (isObject(value) && !Array.isArray(value)) table.rows.push(cellsFrom(Object.entries(value), ignored));
    else table.unreadable.push(number);
  }
  return { ...table, ignored: [...ignored] };
}

const parseJsonLines = (text: string): ParsedTable =>
  rowsOf(
    text
      .split(/\r?\n/)
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line }) => line.trim() !== '')
      .map(({ line, number }) => ({ value: jsonOf(line), number })),
  );

/** A first line that names the prompt is a heading; without one the first column holds the prompts. */
async function parseCsv(text: string): Promise<ParsedTable> {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const [first = []] = data;
  const isHeading = first.some((heading) => columnOf(heading) === 'prompt');
  if (!isHeading) {
    return { rows: data.map(([prompt = '']) => ({ prompt: prompt.trim() })), ignored: [], unreadable: [] };
  }
  const ignored = new Set<string>();
  const rows = data.slice(1).map((line) =>
    cellsFrom(
      first.map((heading, index) => [heading, line[index] ?? '']),
      ignored,
    ),
  );
  return { rows, ignored: [...ignored].filter((heading) => heading !== ''), unreadable: [] };
}

/** A prompt may begin with a bracket too. */
const JSON_START = /^(\{|\[\s*[{"])/;

/** Rows from a list in JSON, from JSON lines, or from CSV with any usual separator. */
export async function parseTable(text: string): Promise<ParsedTable> {
  const start = text.trimStart();
  if (start === '') return { rows: [], ignored: [], unreadable: [] };
  const list = start.startsWith('[') ? jsonOf(text) : undefined;
  if (Array.isArray(list)) return rowsOf(list.map((value: unknown, index) => ({ value, number: index + 1 })));
  return JSON_START.test(start) ? parseJsonLines(text) : parseCsv(text);
}

export const parseLines = (text: string): Cells[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((prompt) => ({ prompt }));

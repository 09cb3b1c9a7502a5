import {
  DEFAULT_MODEL,
  DEFAULT_OUTPUT_FORMAT,
  DEFAULT_SIZE,
  DEFAULT_STYLE,
  type Body,
  type BatchRow,
} from '@app/contracts';

/** What a row can say; in the order of its cells. */
export const COLUMNS = [
  'prompt',
  'negative_prompt',
  'model',
  'style',
  'size',
  'output_format',
  'count',
  'seed',
] as const;
export type Column = (typeof COLUMNS)[number];

/** As it was written: a fault stays visible where it was made. */
export type Cells = Partial<Record<Column, string>>;
export type SharedCells = Record<Exclude<Column, 'prompt' | 'seed'>, string>;

export interface Row {
  id: number;
  cells: Cells;
}

export const DEFAULT_CELLS: SharedCells = {
  negative_prompt: '',
  model: DEFAULT_MODEL,
  style: DEFAULT_STYLE,
  size: DEFAULT_SIZE,
  output_format: DEFAULT_OUTPUT_FORMAT,
  count: '1',
};

/** A row with what all rows share where it says nothing of its own. */
export const filledRow = ({ cells }: Row, shared: SharedCells): Record<Column, string> => ({
  prompt: '',
  seed: '',
  ...shared,
  ...Object.fromEntries(Object.entries(cells).filter(([, value]) => value.trim() !== '')),
});

const WHOLE = /^\d{1,10}$/;
const numberOf = (text: string): number | string => (WHOLE.test(text) ? Number(text) : text);

/** A row as the check takes it: faults are sent too, so that the server names them. */
export function requestedRow(row: Row, shared: SharedCells): Body<'batches.check'>['rows'][number] {
  const { negative_prompt, count, seed, ...rest } = filledRow(row, shared);
  return {
    ...rest,
    ...(negative_prompt === '' ? {} : { negative_prompt }),
    count: numberOf(count),
    ...(seed === '' ? {} : { seed: numberOf(seed) }),
  };
}

/** The cells that make the same row again. */
export const cellsOf = (row: BatchRow): Cells => ({
  prompt: row.prompt,
  ...(row.negative_prompt === null ? {} : { negative_prompt: row.negative_prompt }),
  model: row.model,
  style: row.style,
  size: row.size,
  output_format: row.output_format,
  count: String(row.count),
  ...(row.seed === null ? {} : { seed: String(row.seed) }),
});

/** What a row of a batch asked for, to be priced anew. */
export const askedRow = (row: BatchRow): Body<'batches.check'>['rows'][number] =>
  requestedRow({ id: row.number, cells: cellsOf(row) }, DEFAULT_CELLS);

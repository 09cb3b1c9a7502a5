import type { BatchRow } from '@app/contracts';
import { readTab, writeTab } from '../../shared/storage/tab-storage';
import type { TabKey } from '../../shared/storage/stored-values';
import { COLUMNS, DEFAULT_CELLS, cellsOf, type Cells, type Column, type Row, type SharedCells } from './rows/row';

export const SOURCES = ['lines', 'table', 'template'] as const;
export type Source = (typeof SOURCES)[number];

/** What a person has begun: kept for the tab, so that a reload loses nothing. */
export interface Draft {
  source: Source;
  texts: Record<Source, string>;
  shared: SharedCells;
  rows: Row[];
  name: string;
}

const KEY: TabKey = 'batch_draft';

export const EMPTY_DRAFT: Draft = {
  source: 'lines',
  texts: { lines: '', table: '', template: '' },
  shared: DEFAULT_CELLS,
  rows: [],
  name: '',
};

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function cellsFrom(value: unknown): Cells {
  const stored = recordOf(value);
  const known = COLUMNS.filter((column) => typeof stored[column] === 'string');
  return Object.fromEntries(known.map((column): [Column, string] => [column, textOf(stored[column])]));
}

/** With the numbers that they were stored with, where these tell them apart. */
function rowsFrom(stored: unknown): Row[] {
  const rows = Array.isArray(stored) ? (stored as unknown[]).map(recordOf) : [];
  const ids = rows.map(({ id }) => id).filter((id) => Number.isInteger(id)) as number[];
  const isNumbered = new Set(ids).size === rows.length;
  return rows.map(({ id, cells }, index) => ({ id: isNumbered ? Number(id) : index + 1, cells: cellsFrom(cells) }));
}

/** A draft as it was stored, whatever may have happened to it since. */
export function readDraft(): Draft {
  const stored = recordOf(readTab(KEY));
  const texts = recordOf(stored.texts);
  const { prompt: _, seed: __, ...shared } = cellsFrom(stored.shared);
  return {
    source: SOURCES.find((source) => source === stored.source) ?? EMPTY_DRAFT.source,
    texts: { lines: textOf(texts.lines), table: textOf(texts.table), template: textOf(texts.template) },
    shared: { ...DEFAULT_CELLS, ...shared },
    rows: rowsFrom(stored.rows),
    name: textOf(stored.name),
  };
}

export const writeDraft = (draft: Draft): void => writeTab(KEY, draft);

type Update = (before: Draft) => Draft;

const editors = new Set<(update: Update) => void>();

/** For an editor: is told of what happens to the draft elsewhere. Returns the end of that. */
export function onDraftUpdate(follow: (update: Update) => void): () => void {
  editors.add(follow);
  return () => void editors.delete(follow);
}

/** Changes the draft, whether it is open in an editor or not. */
export function updateDraft(update: Update): void {
  writeDraft(update(readDraft()));
  editors.forEach((follow) => follow(update));
}

export const nextId = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ id }) => id)) + 1;

/** Takes away what was sent; rows and a name that were written since, and what was written for further ones, stay. */
export function removeSent(sent: Draft): void {
  const isSent = (row: Row) =>
    sent.rows.some(({ id, cells }) => id === row.id && COLUMNS.every((column) => cells[column] === row.cells[column]));
  updateDraft((draft) => ({
    ...draft,
    rows: draft.rows.filter((row) => !isSent(row)),
    name: draft.name === sent.name ? EMPTY_DRAFT.name : draft.name,
  }));
}

/** Brings back rows that were removed, before those that were added since. */
export const putRowsBack = (removed: readonly Row[]): void =>
  updateDraft((draft) => {
    const first = nextId(draft.rows);
    return { ...draft, rows: [...removed.map(({ cells }, index) => ({ id: first + index, cells })), ...draft.rows] };
  });

/** The rows of a batch as a new draft: each keeps its own settings. */
export function draftOfRows(rows: readonly BatchRow[], name: string | null): Draft {
  return {
    ...EMPTY_DRAFT,
    name: name ?? '',
    rows: rows.map((row, index) => ({ id: index + 1, cells: cellsOf(row) })),
  };
}

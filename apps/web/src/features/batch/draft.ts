import type { BatchRow } from '@app/contracts';
import { readTab, writeTab } from '../../shared/tab-storage';
import type { TabKey } from '../../shared/stored-values';
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

/** A draft as it was stored, whatever may have happened to it since. */
export function readDraft(): Draft {
  const stored = recordOf(readTab(KEY));
  const texts = recordOf(stored.texts);
  const rows = Array.isArray(stored.rows) ? (stored.rows as unknown[]) : [];
  const { prompt: _, seed: __, ...shared } = cellsFrom(stored.shared);
  return {
    source: SOURCES.find((source) => source === stored.source) ?? EMPTY_DRAFT.source,
    texts: { lines: textOf(texts.lines), table: textOf(texts.table), template: textOf(texts.template) },
    shared: { ...DEFAULT_CELLS, ...shared },
    rows: rows.map((row, index) => ({ id: index + 1, cells: cellsFrom(recordOf(row).cells) })),
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

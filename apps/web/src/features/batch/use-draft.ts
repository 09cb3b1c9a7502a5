import { useEffect, useState } from 'react';
import { nextId, onDraftUpdate, readDraft, writeDraft, type Draft } from './draft';
import type { Cells, Row, SharedCells } from './rows/row';

export interface DraftHandle {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  changeShared: (part: Partial<SharedCells>) => void;
  addRows: (rows: readonly Cells[]) => void;
  changeRow: (id: number, cells: Cells) => void;
  removeRow: (id: number) => void;
  copyRow: (id: number) => void;
}

export function useDraft(): DraftHandle {
  const [draft, setDraft] = useState(readDraft);
  useEffect(() => writeDraft(draft), [draft]);
  useEffect(() => onDraftUpdate(setDraft), []);
  const changeRows = (next: (rows: Row[]) => Row[]) => setDraft((before) => ({ ...before, rows: next(before.rows) }));
  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    changeShared: (part) => setDraft((before) => ({ ...before, shared: { ...before.shared, ...part } })),
    addRows: (added) =>
      changeRows((rows) => [...rows, ...added.map((cells, index) => ({ id: nextId(rows) + index, cells }))]),
    changeRow: (id, cells) => changeRows((rows) => rows.map((row) => (row.id === id ? { id, cells } : row))),
    removeRow: (id) => changeRows((rows) => rows.filter((row) => row.id !== id)),
    copyRow: (id) =>
      changeRows((rows) =>
        rows.flatMap((row) => (row.id === id ? [row, { id: nextId(rows), cells: row.cells }] : [row])),
      ),
  };
}

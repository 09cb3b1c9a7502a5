import { useEffect, useState } from 'react';
import { useDebounced } from '../../../shared/hooks/use-debounced';
import type { Cells } from '../rows/row';
import type { Source } from '../draft';
import { parseLines, parseTable, type ParsedTable } from './parse-table';
import { countPrompts, expandTemplate } from './template';

const SETTLED_MS = 250;
const NOTHING: ParsedTable = { rows: [], ignored: [], unreadable: [] };

export interface FoundRows {
  count: number;
  /** The first of them; a template is never expanded further. */
  take: (limit: number) => Cells[];
  ignored: string[];
  unreadable: number[];
}

function useTable(text: string): ParsedTable {
  const settled = useDebounced(text, SETTLED_MS);
  const [table, setTable] = useState(NOTHING);
  useEffect(() => {
    let isStale = false;
    void parseTable(settled).then((parsed) => {
      if (!isStale) setTable(parsed);
    });
    return () => {
      isStale = true;
    };
  }, [settled]);
  return text.trim() === '' ? NOTHING : table;
}

/** What the text of a source stands for. */
export function useFoundRows(source: Source, texts: Record<Source, string>): FoundRows {
  const table = useTable(source === 'table' ? texts.table : '');
  if (source === 'template') {
    const { template } = texts;
    const take = (limit: number) => expandTemplate(template, limit).map((prompt) => ({ prompt }));
    return { count: countPrompts(template), take, ignored: [], unreadable: [] };
  }
  const { rows, ignored, unreadable } = source === 'table' ? table : { ...NOTHING, rows: parseLines(texts.lines) };
  return { count: rows.length, take: (limit) => rows.slice(0, limit), ignored, unreadable };
}

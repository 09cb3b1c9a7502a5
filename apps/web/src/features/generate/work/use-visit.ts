import { useCallback, useState } from 'react';
import { readTab, writeTab } from '../../../shared/tab-storage';

const VISIT_KEY = 'generate_visit';
const KEPT = 12;

const idsFrom = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : [];

export interface Visit {
  /** Generations of this tab, newest first. */
  ids: string[];
  selected: string | null;
  add: (id: string) => void;
  select: (id: string) => void;
  remove: (id: string) => void;
}

/** What was asked for in this tab; survives a reload, so that a running picture is found again. */
export function useVisit(): Visit {
  const [ids, setIds] = useState(() => idsFrom(readTab(VISIT_KEY)));
  const [selected, select] = useState<string | null>(ids[0] ?? null);
  const keep = useCallback((change: (current: string[]) => string[]) => {
    setIds((current) => {
      const next = change(current).slice(0, KEPT);
      writeTab(VISIT_KEY, next);
      return next;
    });
  }, []);
  const add = useCallback(
    (id: string) => {
      keep((current) => [id, ...current.filter((other) => other !== id)]);
      select(id);
    },
    [keep],
  );
  const remove = useCallback(
    (id: string) => {
      keep((current) => current.filter((other) => other !== id));
      select((current) => (current === id ? null : current));
    },
    [keep],
  );
  return { ids, selected, add, select, remove };
}

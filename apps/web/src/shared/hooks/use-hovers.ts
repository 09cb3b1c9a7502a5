import { useSyncExternalStore } from 'react';

const QUERY = '(hover: none)';

function watch(changed: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

/** Whether the main pointer can hover, as that of a mouse does. */
export const useHovers = (): boolean => useSyncExternalStore(watch, () => !window.matchMedia(QUERY).matches);

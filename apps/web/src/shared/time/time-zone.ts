import { useSyncExternalStore } from 'react';

let current: string | null = null;
const watchers = new Set<() => void>();

/** Sets the zone in which dates are shown; null: the browser's. */
export function setTimeZone(zone: string | null): void {
  current = zone;
  watchers.forEach((changed) => changed());
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

const timeZone = (): string | null => current;

export const useTimeZone = (): string | null => useSyncExternalStore(watch, timeZone, timeZone);

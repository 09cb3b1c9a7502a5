import { useCallback, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../shared/storage/local-storage';
import type { LocalKey } from '../../../shared/storage/stored-values';

const watchers = new Set<() => void>();

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

export const isSwitchedOn = (key: LocalKey): boolean => readStored(key) !== 'off';

/** Something that is on until a person switches it off, which this browser keeps in mind. */
export function useStoredSwitch(key: LocalKey): [boolean, (on: boolean) => void] {
  const isOn = () => isSwitchedOn(key);
  const on = useSyncExternalStore(watch, isOn, isOn);
  const set = useCallback(
    (next: boolean) => {
      writeStored(key, next ? null : 'off');
      watchers.forEach((changed) => changed());
    },
    [key],
  );
  return [on, set];
}

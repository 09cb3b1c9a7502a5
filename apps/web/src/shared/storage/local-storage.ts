import type { LocalKey } from './stored-values';

/**
 * Local storage that never throws: browsers withhold it in some private modes, and then values live as long as the page.
 */
const memory = new Map<string, string>();

export function readStored(key: LocalKey): string | null {
  try {
    return window.localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeStored(key: LocalKey, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // Full or withheld: remembered for this page.
    if (value !== null) memory.set(key, value);
  }
}

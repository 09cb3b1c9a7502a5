import type { TabKey } from './stored-values';

/** Session storage that never throws: what it holds lives as long as the tab. */
export function readTab(key: TabKey): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

export function writeTab(key: TabKey, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or withheld: a draft is a convenience.
  }
}

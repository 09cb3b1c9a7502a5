/** Session storage that never throws: what it holds lives as long as the tab. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or withheld: a draft is a convenience.
  }
}

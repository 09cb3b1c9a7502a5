import { randomId } from '../../../shared/random-id';
import type { TabKey } from '../../../shared/stored-values';
import { readTab, writeTab } from '../../../shared/tab-storage';

const KEY: TabKey = 'batch_intent';

interface Intent {
  what: string;
  key: string;
}

// Where storage is withheld, it lives as long as the page.
let known: Intent | null = null;

const isIntent = (value: unknown): value is Intent => typeof value === 'object' && value !== null && 'key' in value;

/** One key for one intent, over retries and reloads, until it was answered. */
export function keyFor(what: string): string {
  const stored = readTab(KEY);
  const kept = isIntent(stored) ? stored : known;
  if (kept?.what === what) return kept.key;
  known = { what, key: randomId() };
  writeTab(KEY, known);
  return known.key;
}

export function intentAnswered(): void {
  known = null;
  writeTab(KEY, null);
}

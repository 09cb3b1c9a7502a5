import { randomId } from './random-id';
import type { TabKey } from './stored-values';
import { readTab, writeTab } from './tab-storage';

interface Intent {
  what: string;
  key: string;
}

/** Several may be without an answer at once. */
const KEPT = 4;

const isIntent = (value: unknown): value is Intent =>
  typeof value === 'object' &&
  value !== null &&
  'what' in value &&
  'key' in value &&
  typeof value.what === 'string' &&
  typeof value.key === 'string';

/** Idempotency keys of a kind of request: one key for one intent, over retries and reloads, until it was answered. */
export function intentKeys(name: TabKey) {
  // Where storage is full or withheld, they live as long as the page.
  let known: Intent[] = [];
  const stored = (): Intent[] => {
    const value = readTab(name);
    return Array.isArray(value) ? value.filter(isIntent) : [];
  };
  return {
    keyFor: (what: string): string => {
      const kept = [...stored(), ...known].find((intent) => intent.what === what);
      if (kept) return kept.key;
      const intent = { what, key: randomId() };
      known = [intent, ...known].slice(0, KEPT);
      writeTab(name, [intent, ...stored()].slice(0, KEPT));
      return intent.key;
    },
    answered: (what: string): void => {
      const others = stored().filter((intent) => intent.what !== what);
      known = known.filter((intent) => intent.what !== what);
      writeTab(name, others);
    },
  };
}

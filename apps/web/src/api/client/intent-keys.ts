import { randomId } from '../../shared/browser/random-id';
import type { TabKey } from '../../shared/storage/stored-values';
import { readTab, writeTab } from '../../shared/storage/tab-storage';
import { isApiError } from './api-error';

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

/** No answer came: it may have been accepted all the same, and the same key finds out without doing it twice. */
export const isUnanswered = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500);

/** A limit and the end of a session are told before the request is looked at: what became of one before stays open. */
const TOLD_BEFORE = [401, 429];

/** Nothing is left open about the request, nor about one before under its key. */
export const isSettled = (status: number): boolean => status > 0 && status < 500 && !TOLD_BEFORE.includes(status);

interface Outcome<T> {
  data?: T;
  error?: unknown;
}

/** Sends what may be done once only; where the network gives no answer, twice under its key. */
export async function sendOnce<O extends Outcome<unknown>>(
  { keyFor, answered }: ReturnType<typeof intentKeys>,
  what: string,
  send: (key: string) => PromiseLike<O>,
): Promise<O> {
  const key = keyFor(what);
  const first = await send(key);
  const outcome = isApiError(first.error) && first.error.status === 0 ? await send(key) : first;
  const { data, error } = outcome;
  if (data !== undefined || (isApiError(error) && isSettled(error.status))) answered(what);
  return outcome;
}

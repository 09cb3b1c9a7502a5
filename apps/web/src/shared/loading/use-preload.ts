import { useEffect } from 'react';

const RESTS_AFTER_MS = 3_000;

/**
 * Fetches code once the page rests, so that it is there at once when it is needed, also without a network. Not without
 * one: most browsers remember a file that failed and never ask for it again on the same page.
 */
export function usePreload(load: () => Promise<unknown>, expected = true): void {
  useEffect(() => {
    if (!expected) return undefined;
    const timer = setTimeout(() => {
      if (navigator.onLine) load().catch(() => undefined);
    }, RESTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load, expected]);
}

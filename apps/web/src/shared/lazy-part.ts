import { lazy, type ComponentType } from 'react';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function insist<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await pause(wait);
    }
  }
}

/**
 * A small part of a page that comes when it can. A line that is down for a moment keeps it away; thrown on, its failure
 * would take the whole page with it.
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await insist(load) }));

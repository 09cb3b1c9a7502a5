import type { Page } from '@playwright/test';

/** The fields of a layout shift that the DOM's types leave out. */
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** What moved, and how far, in the browser's own measure: the part of the window, times the way. */
export interface LayoutShifts {
  score: number;
  moved: string[];
}

/**
 * Watches from now on whether anything on the page moves without having been asked to. The answer tells what did, once the
 * page has been painted with everything that has been done to it.
 */
export async function watchLayout(page: Page): Promise<() => Promise<LayoutShifts>> {
  const watch = await page.evaluateHandle(() => {
    const seen = { score: 0, moved: [] as string[] };
    const nameOf = (node: Node | null): string =>
      node instanceof Element ? `${node.tagName.toLowerCase()}: ${(node.textContent ?? '').slice(0, 40)}` : 'gone';
    const take = (entries: PerformanceEntry[]) => {
      for (const entry of entries as Shift[]) {
        seen.score += entry.value;
        seen.moved.push(...entry.sources.map(({ node }) => nameOf(node)));
      }
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    return { seen, flush: () => take(observer.takeRecords()) };
  });
  return () =>
    watch.evaluate(async ({ seen, flush }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      flush();
      return seen;
    });
}

import type { Page } from '@playwright/test';

/** Fields that the DOM's types omit. */
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** The browser's layout-shift score. */
export interface LayoutShifts {
  score: number;
  moved: string[];
}

/** Records layout shifts without user input from now on. The returned function reports them after the next paint. */
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

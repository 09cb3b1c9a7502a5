/** Ten at a time, so that many requests neither wait for each other nor crowd the product. */
export async function tenAtOnce<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let first = 0; first < items.length; first += 10) await Promise.all(items.slice(first, first + 10).map(run));
}

/** `unsupported`: this browser never lets a page do it, or not over plain http; `refused`: it did not this time. */
export type CopyOutcome = 'copied' | 'unsupported' | 'refused';

const canCopyImages = (): boolean => {
  const { clipboard } = navigator as { clipboard?: Partial<Clipboard> };
  return typeof clipboard?.write === 'function' && typeof ClipboardItem === 'function';
};

/**
 * Puts an image on the clipboard. Call it straight from a click: the promise of the file goes along, because a browser
 * that waited for the file first would no longer believe in the click. `load` answers a PNG, which is all that every
 * browser takes; it is not called where copying cannot work.
 * @throws whatever `load` throws
 */
export async function copyImage(load: () => Promise<Blob>): Promise<CopyOutcome> {
  if (!canCopyImages()) return 'unsupported';
  const png = load();
  // It is awaited below; until then its failure is the clipboard's to tell.
  png.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return 'copied';
  } catch {
    await png;
    return 'refused';
  }
}

/** The element of a card that has the focus when one is at that picture. */
const CARD = '[data-picture]';

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(CARD)];

const idOf = (card: Element | null | undefined): string | null => card?.getAttribute('data-picture') ?? null;

/** The image whose card holds the element. */
export const imageAt = (element: Element | null): string | null => idOf(element?.closest('li')?.querySelector(CARD));

export function focusCard(id: string): boolean {
  const card = cards().find((each) => idOf(each) === id);
  card?.focus();
  return card !== undefined;
}

/** Before cards go: on to the next one that stays, back to the last one, or up to the heading. */
export function focusBeside(gone: readonly string[]): void {
  const all = cards();
  const leaves = (card: Element) => gone.includes(idOf(card) ?? '');
  const first = all.findIndex(leaves);
  const next = all.slice(Math.max(first, 0)).find((card) => !leaves(card)) ?? all.findLast((card) => !leaves(card));
  (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}

/** Moves the focus through the sheet as it is laid out. Returns whether there was a card to go to. */
export function moveFocus(key: string): boolean {
  const all = cards();
  const at = all.findIndex(
    (card) => card === document.activeElement || card.closest('li')?.contains(document.activeElement),
  );
  const here = all[at];
  if (!here) {
    all[0]?.focus();
    return all.length > 0;
  }
  const top = (card: HTMLElement) => card.closest('li')?.offsetTop ?? 0;
  const columns = Math.max(all.filter((card) => top(card) === top(all[0] ?? card)).length, 1);
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const target = all[at + (steps[key] ?? 0)];
  target?.focus();
  return target !== undefined;
}

/** The element of a card that has the focus when one is at that image. */
const CARD = '[data-image]';

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(CARD)];

const idOf = (card: Element | null | undefined): string | null => card?.getAttribute('data-image') ?? null;

/** The image whose card holds the element. */
export const imageAt = (element: Element | null): string | null => idOf(element?.closest('li')?.querySelector(CARD));

/** What lies under the bars at the top of the window is not looked at. */
export const BARS_PX = 120;

/** The first image that is looked at. */
export const imageInSight = (): string | null =>
  idOf(cards().find((card) => card.getBoundingClientRect().bottom > BARS_PX));

/** An image at the lower edge of the bars, and how much of its cell is above that. */
export interface ScrollAnchor {
  id: string;
  /** A part of its height. */
  above: number;
}

const findCard = (id: string): HTMLElement | undefined => cards().find((card) => idOf(card) === id);

/** Scrolls until the image stands there again. */
export function restoreScrollAnchor({ id, above }: ScrollAnchor): void {
  const cell = findCard(id)?.closest('li')?.getBoundingClientRect();
  if (cell) window.scrollBy({ top: cell.top + above * cell.height - BARS_PX, behavior: 'instant' });
}

export function focusCard(id: string, options?: FocusOptions): boolean {
  const card = findCard(id);
  card?.focus(options);
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
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const target = step === undefined ? nearestInNextRow(all, at, key === 'ArrowDown' ? 1 : -1) : all[at + step];
  target?.focus();
  return target !== undefined;
}

/** Rows hold different numbers of images: the one whose middle is nearest in the row above or below. */
function nearestInNextRow(all: readonly HTMLElement[], at: number, direction: 1 | -1): HTMLElement | undefined {
  const cell = (card: HTMLElement | undefined) => card?.closest('li');
  const top = (card: HTMLElement | undefined) => cell(card)?.offsetTop ?? 0;
  const middle = (card: HTMLElement | undefined) => (cell(card)?.offsetLeft ?? 0) + (cell(card)?.offsetWidth ?? 0) / 2;
  const here = all[at];
  const beyond = direction > 0 ? all.slice(at + 1) : all.slice(0, at).reverse();
  const first = beyond.find((card) => top(card) !== top(here));
  const row = beyond.filter((card) => top(card) === top(first) && top(card) !== top(here));
  const distance = (card: HTMLElement) => Math.abs(middle(card) - middle(here));
  return row.sort((a, b) => distance(a) - distance(b))[0];
}

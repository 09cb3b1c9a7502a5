import { MAX_PAGINATION_BUTTONS } from '@app/contracts';

/** The page numbers to show: at most five, the current one in the middle where possible. */
export function pageWindow(current: number, pages: number): number[] {
  const size = Math.min(pages, MAX_PAGINATION_BUTTONS);
  const middle = Math.floor(MAX_PAGINATION_BUTTONS / 2);
  const first = Math.max(1, Math.min(current - middle, pages - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
}

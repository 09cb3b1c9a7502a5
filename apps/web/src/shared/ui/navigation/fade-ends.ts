/** Over which a row fades at a side where it goes on; what is chosen stays clear of it. */
export const FADE_PX = 32;

/**
 * For a row that scrolls sideways: it fades towards a side where more waits, because a row that ends between two things
 * would hide them.
 */
export function fadeEnds(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const fade = () => {
    const before = row.scrollLeft > 1 ? FADE_PX : 0;
    const after = row.scrollWidth - row.clientWidth - row.scrollLeft > 1 ? FADE_PX : 0;
    row.style.maskImage =
      before + after > 0
        ? `linear-gradient(to right, transparent, black ${before}px, black calc(100% - ${after}px), transparent)`
        : '';
  };
  const sizes = new ResizeObserver(fade);
  const watch = () => {
    for (const element of [row, ...row.children]) sizes.observe(element);
    fade();
  };
  const children = new MutationObserver(watch);
  children.observe(row, { childList: true });
  watch();
  row.addEventListener('scroll', fade, { passive: true });
  return () => {
    sizes.disconnect();
    children.disconnect();
    row.removeEventListener('scroll', fade);
  };
}

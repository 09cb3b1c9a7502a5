import { useEffect, type RefObject } from 'react';

/**
 * Closes what is open on Escape and on a press outside of `ref`. Escape gives the focus back to the element that had it
 * when it opened.
 */
export function useDismiss(open: boolean, ref: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!open) return undefined;
    const opener = document.activeElement;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      if (opener instanceof HTMLElement) opener.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, ref, close]);
}
